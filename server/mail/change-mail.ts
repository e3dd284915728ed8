import { describeDevice } from '../../src/api/contract/describe-device.ts'
import type { AccountSecurityChange, MailLanguage } from '../db/tables/account-security-change.ts'
import type { ChangeMailRequest } from './mail-request.ts'
import type { Mail } from './mailer.ts'
import { escapeHtml, renderHtmlDocument } from './proof-mail.ts'

const MAX_LISTED_CHANGES = 20

/** Writes the mail that reports account changes. Its links only open pages of the client; opening a link changes nothing. */
export function composeChangeMail({ to, language, changes }: Omit<ChangeMailRequest, 'letter'>, base: string): Mail {
  const texts = MAIL_TEXTS[language]
  const listed = changes.slice(0, MAX_LISTED_CHANGES)
  const [only] = changes.length === 1 ? listed : []
  const subject = only ? texts.what(only.change).subject : texts.subjectOfMany(changes.length)
  const lines = listed.map(({ at, address, userAgent, change }) => ({
    what: texts.what(change).text,
    when: `${texts.when}: ${formatTime(at, language)}`,
    from: `${texts.from}: ${describeOrigin(address, userAgent, texts)}`,
  }))
  const more = changes.length - listed.length
  const closingLines = [...(more > 0 ? [texts.more(more)] : []), texts.expected, texts.unexpected]
  const links = [
    [texts.setPassword, `${base}/forgot`],
    [texts.checkAccount, `${base}/account`],
  ] as const
  const text = [
    texts.greeting,
    ...lines.map(({ what, when, from }) => [what, `    ${when}`, `    ${from}`].join('\n')),
    ...closingLines,
    ...links.map(([linkText, address]) => `${linkText}\n${address}`),
    texts.helpless,
  ].join('\n\n')
  const html = [
    paragraph(texts.greeting),
    ...lines.map(
      ({ what, when, from }) =>
        `<p><strong>${escapeHtml(what)}</strong><br>${escapeHtml(when)}<br>${escapeHtml(from)}</p>`,
    ),
    ...closingLines.map(paragraph),
    ...links.map(
      ([linkText, address]) =>
        `<p>${escapeHtml(linkText)}<br><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`,
    ),
    paragraph(texts.helpless),
  ].join('\n')
  return { to, subject, text: `${text}\n`, html: renderHtmlDocument(html, language) }
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

const formatTime = (at: string, language: MailLanguage) =>
  `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at))} UTC`

/** Describes the origin of a change. The user agent is untrusted: the mail contains only names of known browsers and systems. */
function describeOrigin(address: string, userAgent: string | null, texts: MailTexts): string {
  if (address === 'local') return texts.server
  if (address === '') return texts.admin
  return `${address}, ${describeDevice(userAgent ?? '') ?? texts.unknownBrowser}`
}

/** Removes punctuation from untrusted text, because mail programs turn text that looks like an address into a link. */
const defuseLinks = (text: string) => text.replace(/[^\p{L}\p{N} _-]/gu, ' ').trim()

interface MailTexts {
  greeting: string
  when: string
  from: string
  server: string
  admin: string
  unknownBrowser: string
  expected: string
  unexpected: string
  setPassword: string
  checkAccount: string
  helpless: string
  subjectOfMany: (count: number) => string
  more: (count: number) => string
  what: (change: AccountSecurityChange) => { subject: string; text: string }
}

const sameSubjectAndText = (text: string) => ({ subject: text, text: `${text}.` })

const ENGLISH_TEXTS: MailTexts = {
  greeting: 'There was a change to your Atelier account.',
  when: 'When',
  from: 'From',
  server: 'the server itself',
  admin: 'an admin',
  unknownBrowser: 'unknown browser',
  expected: 'If this was you, or if you expected it, there is nothing to do.',
  unexpected: 'If it wasn’t you, set a new password. That signs out every device and revokes every API token.',
  setPassword: 'Set a new password:',
  checkAccount: 'See where you’re signed in:',
  helpless: 'If you can no longer sign in, contact an Atelier admin.',
  subjectOfMany: (count) => `${count} changes to your Atelier account`,
  more: (count) => `And ${count} more. You’ll find all of them under Activity.`,
  what(change) {
    switch (change.what) {
      case 'sign-in':
        return sameSubjectAndText('New sign-in to your Atelier account')
      case 'password-changed':
        return sameSubjectAndText('Your Atelier password was changed')
      case 'password-replaced':
        return {
          subject: 'The password of your Atelier account was replaced',
          text: 'Your e-mail address was verified. Someone had set a password for your account before that; it was replaced by a new one, and every device was signed out. Check the name in your account, too.',
        }
      case 'verified':
        return sameSubjectAndText('Your e-mail address for Atelier was verified')
      case 'sessions-ended':
        return { subject: 'You were signed out of Atelier', text: 'An admin ended one or more of your sessions.' }
      case 'api-token-made':
        return {
          subject: 'An API token was created for your Atelier account',
          text: `The API token “${defuseLinks(change.name)}” was created.`,
        }
      case 'webhook-added':
        return { subject: 'A webhook was added in Atelier', text: `You added a webhook to ${change.host}.` }
      case 'webhook-readdressed':
        return {
          subject: 'A webhook was changed in Atelier',
          text: `You changed the address of a webhook. It now points to ${change.host}.`,
        }
      case 'webhook-secret-rotated':
        return {
          subject: 'The secret of a webhook was replaced in Atelier',
          text: `You replaced the secret of the webhook to ${change.host}.`,
        }
      case 'webhooks-switched-off':
        return {
          subject: 'Webhooks were switched off in Atelier',
          text: `${change.user} is no longer an admin. The webhooks of this user were switched off: ${change.hosts.join(', ')}. Check them before you switch them on again.`,
        }
      case 'role-changed':
        return {
          subject: 'Your role in Atelier was changed',
          text: `Your role is now ${ROLES_EN[change.role]}. You have to sign in again.`,
        }
      case 'role-given':
        return {
          subject: 'You changed a role in Atelier',
          text: `You gave ${change.user} the role ${ROLES_EN[change.role]}.`,
        }
    }
  },
}
const ROLES_EN = { admin: 'Admin', developer: 'Editor', user: 'Viewer', anonymous: 'Guest' } as const

const GERMAN_TEXTS: MailTexts = {
  greeting: 'An deinem Atelier-Konto hat sich etwas geändert.',
  when: 'Wann',
  from: 'Von',
  server: 'dem Server selbst',
  admin: 'einem Admin',
  unknownBrowser: 'unbekannter Browser',
  expected: 'Wenn du das warst oder davon wusstest, musst du nichts tun.',
  unexpected:
    'Wenn du das nicht warst, lege ein neues Passwort fest. Dadurch werden alle Geräte abgemeldet und alle API-Token widerrufen.',
  setPassword: 'Neues Passwort festlegen:',
  checkAccount: 'Nachsehen, wo du angemeldet bist:',
  helpless: 'Wenn du dich nicht mehr anmelden kannst, wende dich an einen Atelier-Admin.',
  subjectOfMany: (count) => `${count} Änderungen an deinem Atelier-Konto`,
  more: (count) => `Und ${count} weitere. Alle findest du unter Aktivitäten.`,
  what(change) {
    switch (change.what) {
      case 'sign-in':
        return sameSubjectAndText('Neue Anmeldung in deinem Atelier-Konto')
      case 'password-changed':
        return sameSubjectAndText('Dein Atelier-Passwort wurde geändert')
      case 'password-replaced':
        return {
          subject: 'Das Passwort deines Atelier-Kontos wurde ersetzt',
          text: 'Deine E-Mail-Adresse wurde bestätigt. Davor hatte jemand ein Passwort für dein Konto festgelegt. Es wurde durch ein neues ersetzt, und alle Geräte wurden abgemeldet. Prüfe auch den Namen in deinem Konto.',
        }
      case 'verified':
        return sameSubjectAndText('Deine E-Mail-Adresse für Atelier wurde bestätigt')
      case 'sessions-ended':
        return {
          subject: 'Du wurdest in Atelier abgemeldet',
          text: 'Ein Admin hat eine oder mehrere deiner Sitzungen beendet.',
        }
      case 'api-token-made':
        return {
          subject: 'Für dein Atelier-Konto wurde ein API-Token erstellt',
          text: `Das API-Token „${defuseLinks(change.name)}“ wurde erstellt.`,
        }
      case 'webhook-added':
        return {
          subject: 'In Atelier wurde ein Webhook hinzugefügt',
          text: `Du hast einen Webhook zu ${change.host} hinzugefügt.`,
        }
      case 'webhook-readdressed':
        return {
          subject: 'In Atelier wurde ein Webhook geändert',
          text: `Du hast die Adresse eines Webhooks geändert. Er zeigt jetzt auf ${change.host}.`,
        }
      case 'webhook-secret-rotated':
        return {
          subject: 'In Atelier wurde der Schlüssel eines Webhooks ersetzt',
          text: `Du hast den geheimen Schlüssel des Webhooks zu ${change.host} ersetzt.`,
        }
      case 'webhooks-switched-off':
        return {
          subject: 'In Atelier wurden Webhooks abgeschaltet',
          text: `${change.user} ist kein Admin mehr. Die Webhooks dieses Kontos wurden abgeschaltet: ${change.hosts.join(', ')}. Prüfe sie, bevor du sie wieder einschaltest.`,
        }
      case 'role-changed':
        return {
          subject: 'Deine Rolle in Atelier wurde geändert',
          text: `Deine Rolle ist jetzt ${ROLES_DE[change.role]}. Du musst dich neu anmelden.`,
        }
      case 'role-given':
        return {
          subject: 'Du hast in Atelier eine Rolle geändert',
          text: `Du hast ${change.user} die Rolle ${ROLES_DE[change.role]} gegeben.`,
        }
    }
  },
}
const ROLES_DE = { admin: 'Admin', developer: 'Editor', user: 'Nur Ansicht', anonymous: 'Gast' } as const

const MAIL_TEXTS: Record<MailLanguage, MailTexts> = { en: ENGLISH_TEXTS, de: GERMAN_TEXTS }
