"""What commands do beside reading their arguments: bars, tables and errors around the real work."""
