import { createTransport } from 'nodemailer'

/** E-mail as plain text and simple HTML, to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Sends or stores one e-mail. The same `id` always results in the same Message-ID. Throws {@link MailRejectedError} and
   * {@link MailNotSentError}, or an error of the disk.
   */
  send(mail: Mail, id: string): Promise<void>
  close(): Promise<void>
}

/** Number of e-mails a process sends concurrently. */
export const MAIL_CONCURRENCY = 3

/** Thrown when the mail server refused an e-mail permanently (5xx for its recipient or its content). */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError'
}

/** Thrown when the mail server was unreachable or did not accept the e-mail for now. `reason` contains no address. */
export class MailNotSentError extends Error {
  override name = 'MailNotSentError'
  constructor(readonly reason: string) {
    super(`The mail server did not accept it: ${reason}.`)
  }
}

/** Timeout of one step of a mail server, in milliseconds. */
const STEP_TIMEOUT_MS = 10_000

/** Creates a transport that uses an SMTP server. */
export function createSmtpMailer(url: string, from: string, timeoutMs = STEP_TIMEOUT_MS): Mailer {
  const address = new URL(url)
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
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
            ? new MailRejectedError(`The mail server refused it: ${refusalOf(error)}`)
            : new MailNotSentError(reasonOf(error))
        })
    },
    async close() {
      transport.close()
    },
  }
}

/** Error of nodemailer; `command` is the step that failed. */
type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Returns the step, error code and status of an error, such as "CONN ECONNREFUSED". */
const reasonOf = ({ command, code, originalCode, responseCode }: SmtpError) =>
  [command, originalCode ?? code, responseCode].filter(Boolean).join(' ') || 'no response'

/** Status of a response with its enhanced code (RFC 3463), such as "554 5.7.1". */
const STATUS = /^\d{3}( \d\.\d{1,3}\.\d{1,3})?/

/**
 * Returns the mail server's response to an address. Of its response to the content, only the status: spam filters quote links,
 * and admins, who see the reason, could use them.
 */
const refusalOf = ({ command, response = '', responseCode }: SmtpError) =>
  (command === 'DATA' ? STATUS.exec(response)?.[0] : response) || responseCode

/** Returns whether a retry cannot help: the recipient or content was refused, not our account, sender or connection. */
const isPermanent = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
