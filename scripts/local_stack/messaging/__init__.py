"""Messages to and from people: the inbox, text messages that come in, and events about e-mails."""
