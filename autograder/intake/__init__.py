"""Taking in what students hand in: from folders, archives and the exchange to submitted/."""
