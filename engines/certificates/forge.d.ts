/** The part of node-forge used here; the package has no types. Strings hold one byte per character. */
declare module 'node-forge/lib/forge.js' {
  type Asn1Value = { readonly value: unknown };
  type ByteBuffer = { getBytes(): string };
  type Cipher = { readonly output: ByteBuffer; update(input: ByteBuffer): void; finish(): boolean };
  const forge: {
    readonly asn1: { fromDer(bytes: string): Asn1Value };
    readonly util: { createBuffer(bytes: string): ByteBuffer };
    readonly pki: {
      readonly pbe: { getCipher(oid: string, parameters: Asn1Value, password: string | null): Cipher };
    };
  };
  export default forge;
}
declare module 'node-forge/lib/pbe.js' {}
