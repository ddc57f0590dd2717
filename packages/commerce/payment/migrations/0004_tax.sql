-- Tax that the amount includes, in hundredths of a percent, as it was when the payment was made; null where none is configured.
alter table payment.payments add column tax_basis_points int check (tax_basis_points between 1 and 9999), add column tax_name text;
--> statement-breakpoint
create trigger what_was_taxed_stays before update of tax_basis_points, tax_name on payment.payments
  for each row execute function payment.refuse_change();
