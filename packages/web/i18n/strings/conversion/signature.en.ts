/** Digital signatures with a certificate. */
export const signature = {
  label: 'Digital signature',
  remove: 'Remove {name}',
  notSignable: 'This file can’t be converted to PDF, so it can’t be signed. Remove it and add another one.',
  others: {
    one: 'Only the first file is signed. {count} more file is in the list.',
    other: 'Only the first file is signed. {count} more files are in the list.',
  },
  converts: 'The file is converted to PDF first.',
  certificate: 'Certificate (.p12 or .pfx)',
  choose: 'Choose a certificate',
  chooseOther: 'Choose another certificate',
  password: 'Password of the certificate',
  privacy: 'The certificate and its password are used on this device only, and forgotten when you leave the page.',
  reason: 'Reason (optional)',
  location: 'Place (optional)',
  sign: 'Sign',
  signing: 'Signing {name}',
  done: 'The file is signed.',
  doneHint: 'The signature isn’t visible on the page. PDF programs show it in their signature panel.',
  download: 'Download the signed PDF',
  fileLabel: 'signed',
  again: 'Sign again',
  failed: 'The file couldn’t be signed. {reason}',
  certificate_encrypted: 'Enter the password of the certificate.',
  certificate_wrong: 'The password of the certificate is wrong. Try again.',
  certificate_corrupt:
    'This isn’t a certificate file. Choose a .p12 or .pfx file that contains your certificate and its private key.',
  certificate_unsupported:
    'This certificate can’t sign here. The file must contain a private key (RSA, P-256, P-384 or P-521) together with its certificate.',
} as const;
