import { createTransport } from 'nodemailer';
import { MailRefused, type MailTransport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const SOCKET_TIMEOUT_MS = 60_000;

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** `Name <address>`. */
  readonly from: string;
};

/** Sends through an SMTP server over a small pool of connections. */
export function createSmtpTransport({ url, from }: SmtpOptions): MailTransport {
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>.*/, '');
  return {
    async send({ to, id, replyTo, subject, text, html }) {
      const messageId = `<${id}.bakkum@${host}>`;
      const answerTo = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } };
      try {
        await mailer.sendMail({ from, to: { name: '', address: to }, ...answerTo, subject, text, html, messageId });
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async check() {
      await mailer.verify();
    },
    close: () => mailer.close(),
  };
}

/** RFC 5321, 4.2.1: a 5yz reply is permanent, except when it concerns our credentials and not the email. */
function refusalOf(error: unknown): MailRefused {
  const given = error instanceof Error ? error : new Error(String(error));
  const reply = 'responseCode' in given && typeof given.responseCode === 'number' ? given.responseCode : undefined;
  const code = 'code' in given && typeof given.code === 'string' ? given.code : 'ESMTP';
  const aboutUs = code === 'EAUTH' || code === 'ETLS';
  const permanent = reply !== undefined && reply >= 500 && !aboutUs;
  return new MailRefused(reply === undefined ? code : String(reply), permanent, { cause: error });
}
