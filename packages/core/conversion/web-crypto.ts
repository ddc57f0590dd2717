import { ConversionError } from './errors.ts';

/**
 * Web Crypto, which browsers offer only to pages loaded over HTTPS or from this machine.
 * @throws ConversionError `needs-capability`
 */
export function webCrypto(): SubtleCrypto {
  const { subtle }: { readonly subtle?: SubtleCrypto } = crypto;
  if (!subtle) throw new ConversionError('needs-capability', 'no Web Crypto over plain HTTP');
  return subtle;
}
