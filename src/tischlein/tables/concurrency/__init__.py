"""Waiting and taking turns: queues, mailboxes, shared tasks, processes beside the event loop."""
