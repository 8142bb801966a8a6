"""The accuracy benchmark: how often verdicts about real history are right, ours and those of others."""
