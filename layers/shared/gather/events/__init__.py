"""What the service tells its receivers: the event catalogue and the signatures of deliveries."""
