import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Sends or stores one e-mail. The same `id` always gives the same Message-ID. Throws {@link MailRejectedError}, {@link
   * MailNotSentError}, or an error of the disk.
   */
  send(mail: Mail, id: string): Promise<void>
  close(): Promise<void>
}

export const MAIL_CONCURRENCY = 3

/** Error for an e-mail that the mail server refused permanently (5xx for the recipient or the content). */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError'
}

/** Error for a mail server that is unreachable or refuses an e-mail temporarily. `reason` contains no e-mail address. */
export class MailNotSentError extends Error {
  override name = 'MailNotSentError'
  constructor(readonly reason: string) {
    super(`The mail server did not accept it: ${reason}.`)
  }
}

/** Timeout of one step of the SMTP dialogue, in milliseconds. */
const STEP_TIMEOUT_MS = 10_000

export function createSmtpMailer(url: string, from: string, timeoutMs = STEP_TIMEOUT_MS): Mailer {
  const transport = createTransport({
    ...readSmtpAddress(url),
    pool: true,
    maxConnections: MAIL_CONCURRENCY,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, ...mail }, id) {
      const messageId = `<${id}@${domain}>`
      await transport
        .sendMail({ ...mail, from, to: { name: '', address: to }, messageId })
        .catch((error: SmtpError) => {
          throw isPermanent(error)
            ? new MailRejectedError(`The mail server refused it: ${formatRefusal(error)}`)
            : new MailNotSentError(formatReason(error))
        })
    },
    async close() {
      transport.close()
    },
  }
}

/** Returns the host, port, encryption and credentials of a URL with the scheme `smtp` or `smtps`. */
export function readSmtpAddress(url: string) {
  const { hostname, port, protocol, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  }
}

type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

const formatReason = ({ command, code, originalCode, responseCode }: SmtpError) =>
  [command, originalCode ?? code, responseCode].filter(Boolean).join(' ') || 'no response'

/** Status of an SMTP response with its enhanced code (RFC 3463), such as "554 5.7.1". */
const STATUS = /^\d{3}( \d\.\d{1,3}\.\d{1,3})?/

/**
 * Returns the mail server's reason for a refusal, which admins can read. If the content was refused, returns only the status:
 * spam filters quote links, which admins could use.
 */
const formatRefusal = ({ command, response = '', responseCode }: SmtpError) =>
  (command === 'DATA' ? STATUS.exec(response)?.[0] : response) || responseCode

/**
 * Returns whether a retry cannot help: the server permanently refused the recipient or the content, not our account or sender.
 */
const isPermanent = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
