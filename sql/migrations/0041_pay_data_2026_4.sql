-- Effects of roles and counts of offers are others: what an earlier release loaded would be read by another method, and
-- an empty table triggers a reload, as in 0040.
truncate intelligence_data;
