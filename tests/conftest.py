"""What all tests have in common."""

import signal

# A shell lets what it runs behind itself, with &, ignore SIGINT, and so do all programs that begin there: a test that
# interrupts one would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
