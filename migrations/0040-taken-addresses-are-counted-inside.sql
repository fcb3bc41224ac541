-- A farm's people see the counter of the addresses that its own people found taken: it is counted in the transaction that finds one.
alter policy before_sign_in on guesses using (
  current_setting('app.company_id', true) = '0'
  or starts_with(key, 'outside ' || current_setting('app.company_id', true) || '.')
  or key = 'taken addresses of company ' || current_setting('app.company_id', true));
