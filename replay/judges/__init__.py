"""The judges: one module a family of findings, with its codes, their documentation and the checks together.

A check is a plain function ``check(table, event, docket) -> bool``. It sees the table as it was before the event and
is True when it reported; `replay.engine` then asks no further judge about that event, because one act is one fault.
"""
