"""The e-mail events worker: what mail systems and recipients made of e-mails that SES had accepted."""
