update retention_runs set deliveries_after = 1;
