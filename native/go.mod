module policyc-hook

go 1.22
