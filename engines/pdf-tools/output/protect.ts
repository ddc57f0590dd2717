import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { withoutStandardClaim } from './document-info.ts';

/** Maximum bytes of UTF-8 in a password (ISO 32000-2, 7.6.4.3.3). */
const MAX_PASSWORD_BYTES = 127;

/** Whether the options set a password or a restriction. */
export function isProtected(options: OptionValues): boolean {
  return passwordsOf(options).some((password) => password !== '') || restrictions(options).length > 0;
}

/**
 * Encrypts the document with AES-256 when it is saved. Without an owner password, a random one is set, so the restrictions cannot be
 * lifted with a password. Programs that open the file can still ignore them.
 * @throws ConversionError `invalid-options` for a password of more than 127 bytes
 */
export function protect(document: PDFDocument, options: OptionValues): void {
  const [userPassword, ownerPassword] = passwordsOf(options);
  for (const password of [userPassword, ownerPassword])
    if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
      throw new ConversionError('invalid-options', 'a long password');
  withoutStandardClaim(document);
  document.encrypt({
    algorithm: 'AES-256',
    userPassword,
    ownerPassword: ownerPassword === '' ? crypto.randomUUID() : ownerPassword,
    permissions: permissionsOf(options),
  });
}

function passwordsOf(options: OptionValues): readonly [user: string, owner: string] {
  const text = (option: string): string => {
    const value = options[option];
    return typeof value === 'string' ? value.normalize('NFKC') : '';
  };
  return [text('newPassword'), text('ownerPassword')];
}

const PERMISSIONS = ['allowPrinting', 'allowCopying', 'allowEditing', 'allowForms'] as const;

function restrictions(options: OptionValues): readonly string[] {
  return PERMISSIONS.filter((option) => options[option] === false);
}

function permissionsOf(options: OptionValues) {
  const [printing, copying, modifying, forms] = PERMISSIONS.map((option) => options[option] !== false);
  return {
    printing: printing ? ('highResolution' as const) : false,
    copying: copying ?? true,
    modifying: modifying ?? true,
    documentAssembly: modifying ?? true,
    annotating: (modifying ?? true) && (forms ?? true),
    fillingForms: forms ?? true,
    // Screen readers are always allowed.
    contentAccessibility: true,
  };
}
