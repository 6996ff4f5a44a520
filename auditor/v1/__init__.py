"""Code generated from proto/auditor/v1 by tools/generate_proto.py. Do not edit."""
