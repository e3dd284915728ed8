import type { Proof, ProofPurpose } from '../auth/proofs.ts'
import type { Mail } from './mailer.ts'

interface MailTemplate {
  subject: string
  /** Text above the code: its purpose. */
  code: string
  /** Text above the link, its path in the client, and its lifetime. */
  link?: { text: string; path: string; lifetime: string }
  ignoreNotice: string
}

/** Topic of a mail with a code or link: its purpose, or `welcomeBack` for a second sign-up with the same address. */
export type ProofMailTopic = ProofPurpose | 'welcomeBack'

const MAIL_TEMPLATES: Record<ProofMailTopic, MailTemplate> = {
  login: {
    subject: 'Your code for signing in to Atelier',
    code: 'Sign in to Atelier with this code. It works once and expires in 10 minutes.',
    ignoreNotice: 'If you didn’t ask for it, ignore this e-mail. Nobody can sign in without the code.',
  },
  welcomeBack: {
    subject: 'You already have an account with Atelier',
    code:
      'This address already has an Atelier account, so there is no need to sign up again. ' +
      'Sign in with this code. It works once and expires in 10 minutes.',
    ignoreNotice: 'If this wasn’t you, ignore this e-mail. Nobody can sign in without the code.',
  },
  prove: {
    subject: 'Your code for confirming that it’s you in Atelier',
    code: 'Confirm with this code that it’s you. It works once and expires in 10 minutes.',
    ignoreNotice:
      'If you didn’t ask for it, someone may be using your account. Don’t pass the code on. ' +
      'Set a new password, which signs out every device.',
  },
  verify: {
    subject: 'Verify your e-mail address for Atelier',
    code: 'Verify your e-mail address with this code. It works once and expires in 10 minutes.',
    link: { text: 'Or open this link', path: '/verify', lifetime: '24 hours' },
    ignoreNotice: 'If you don’t have an Atelier account, ignore this e-mail.',
  },
  reset: {
    subject: 'Set a new password for Atelier',
    code: 'Set a new password with this code. It works once and expires in 10 minutes.',
    link: { text: 'Or open this link', path: '/reset-password', lifetime: '1 hour' },
    ignoreNotice: 'If you didn’t ask for it, ignore this e-mail. Your password stays the same.',
  },
}

/** Writes a mail with a code or link. `base` is the URL of the client, without a trailing slash. */
export function composeProofMail(to: string, topic: ProofMailTopic, { code, linkId }: Proof, base: string): Mail {
  const template = MAIL_TEMPLATES[topic]
  const address = template.link && linkId ? `${base}${template.link.path}?id=${linkId}` : undefined
  const linkText =
    address && template.link ? `${template.link.text} (expires in ${template.link.lifetime}):` : undefined
  const text = [template.code, `    ${code}`, ...(linkText ? [linkText, address] : []), template.ignoreNotice].join(
    '\n\n',
  )
  const html = [
    `<p>${escapeHtml(template.code)}</p>`,
    `<p style="font-size:24px;letter-spacing:4px"><strong>${code}</strong></p>`,
    ...(linkText && address
      ? [`<p>${escapeHtml(linkText)}<br><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`]
      : []),
    `<p>${escapeHtml(template.ignoreNotice)}</p>`,
  ].join('\n')
  return { to, subject: template.subject, text: `${text}\n`, html: renderHtmlDocument(html) }
}

export const renderHtmlDocument = (body: string, language = 'en') =>
  `<!doctype html>\n<html lang="${language}"><body>\n${body}\n</body></html>\n`

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
