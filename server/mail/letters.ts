import type { Proof, Purpose } from '../auth/proofs.ts'
import type { Mail } from './post.ts'

interface Letter {
  subject: string
  /** What the code is for. */
  code: string
  /** What the link is for, and its path in the client. */
  link?: { says: string; path: string; lasts: string }
  /** What to do about a mail nobody asked for. */
  unasked: string
}

/** What a mail with a proof is about: its purpose, or signing in for who wanted to sign up again. */
export type Topic = Purpose | 'welcomeBack'

const LETTERS: Record<Topic, Letter> = {
  login: {
    subject: 'Your code for signing in to Atelier',
    code: 'Sign in to Atelier with this code. It works once and expires in 10 minutes.',
    unasked: 'If you didn’t ask for it, ignore this e-mail. Nobody can sign in without the code.',
  },
  welcomeBack: {
    subject: 'You already have an account with Atelier',
    code:
      'This address already has an Atelier account, so there is no need to sign up again. ' +
      'Sign in with this code. It works once and expires in 10 minutes.',
    unasked: 'If this wasn’t you, ignore this e-mail. Nobody can sign in without the code.',
  },
  verify: {
    subject: 'Verify your e-mail address for Atelier',
    code: 'Verify your e-mail address with this code. It works once and expires in 10 minutes.',
    link: { says: 'Or open this link', path: '/verify', lasts: '24 hours' },
    unasked: 'If you don’t have an Atelier account, ignore this e-mail.',
  },
  reset: {
    subject: 'Set a new password for Atelier',
    code: 'Set a new password with this code. It works once and expires in 10 minutes.',
    link: { says: 'Or open this link', path: '/reset-password', lasts: '1 hour' },
    unasked: 'If you didn’t ask for it, ignore this e-mail. Your password stays the same.',
  },
}

/** Writes the mail that carries a proof; `base` is where links begin, without a slash at its end. */
export function letter(to: string, topic: Topic, { code, linkId }: Proof, base: string): Mail {
  const it = LETTERS[topic]
  const address = it.link && linkId ? `${base}${it.link.path}?id=${linkId}` : undefined
  const linkText = address && it.link ? `${it.link.says} (expires in ${it.link.lasts}):` : undefined
  const text = [it.code, `    ${code}`, ...(linkText ? [linkText, address] : []), it.unasked].join('\n\n')
  const html = [
    `<p>${escapeHtml(it.code)}</p>`,
    `<p style="font-size:24px;letter-spacing:4px"><strong>${code}</strong></p>`,
    ...(linkText && address
      ? [`<p>${escapeHtml(linkText)}<br><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`]
      : []),
    `<p>${escapeHtml(it.unasked)}</p>`,
  ].join('\n')
  return { to, subject: it.subject, text: `${text}\n`, html: page(html) }
}

/** Writes the mail that tells of a password that was taken away as the address was verified. */
export function passwordCleared(to: string, base: string): Mail {
  const paragraphs = [
    'Your e-mail address for Atelier is verified. Before that, someone had set a password for your account.',
    'We can’t tell whether it was you, so we removed it and signed out everyone who used it.',
    'Set a new password here, or sign in with a code by e-mail:',
  ]
  const address = `${base}/forgot`
  const end = 'Check the name in your account, too. You can change it on your account page.'
  const html = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`,
    `<p>${escapeHtml(end)}</p>`,
  ]
  return {
    to,
    subject: 'A password was removed from your Atelier account',
    text: `${[...paragraphs, address, end].join('\n\n')}\n`,
    html: page(html.join('\n')),
  }
}

const page = (body: string) => `<!doctype html>\n<html lang="en"><body>\n${body}\n</body></html>\n`

/** Text as it may stand in HTML, in attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
