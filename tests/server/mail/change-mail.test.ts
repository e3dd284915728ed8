import { describe, expect, test } from 'vitest'
import type { AccountSecurityChange } from '../../../server/db/tables/account-security-change.ts'
import { composeChangeMail } from '../../../server/mail/change-mail.ts'
import type { ReportedChange } from '../../../server/mail/mail-request.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = (more: Partial<ReportedChange> = {}): ReportedChange => ({
  at: '2026-03-02T09:05:00.000Z',
  address: '203.0.113.7',
  userAgent: FIREFOX,
  change: { what: 'sign-in' },
  ...more,
})
const compose = (changes: ReportedChange[], language: 'en' | 'de' = 'en') =>
  composeChangeMail({ to: 'a@house.example', language, changes }, 'https://atelier.example')

/** Each change, and the values that its mail must name in English and in German. */
const CHANGES: [change: AccountSecurityChange, english: string[], german: string[]][] = [
  [{ what: 'sign-in' }, [], []],
  [{ what: 'password-changed' }, [], []],
  [{ what: 'password-replaced' }, ['every device was signed out'], ['alle Geräte wurden abgemeldet']],
  [{ what: 'verified' }, [], []],
  [{ what: 'sessions-ended' }, ['An admin ended'], ['Ein Admin hat']],
  [{ what: 'api-token-made', name: 'CI 1' }, ['“CI 1”'], ['„CI 1“']],
  [{ what: 'webhook-added', host: 'one.example' }, ['added', 'one.example'], ['hinzugefügt', 'one.example']],
  [{ what: 'webhook-readdressed', host: 'two.example' }, ['points to two.example'], ['zeigt jetzt auf two.example']],
  [{ what: 'webhook-secret-rotated', host: 'one.example' }, ['replaced', 'one.example'], ['ersetzt', 'one.example']],
  [
    { what: 'webhooks-switched-off', hosts: ['one.example', 'two.example'], user: 'ada@house.example' },
    ['ada@house.example', 'one.example, two.example'],
    ['ada@house.example', 'one.example, two.example'],
  ],
  [{ what: 'role-changed', role: 'developer' }, ['Editor'], ['Editor']],
  [{ what: 'role-given', role: 'user', user: 'ada@house.example' }, ['ada@house.example', 'Viewer'], ['Nur Ansicht']],
]

describe('an email about changes', () => {
  test('in German lists each change with its time and origin as text and HTML, and what to do', () => {
    const local = signIn({ address: 'local', userAgent: null, change: { what: 'api-token-made', name: '<b>CI</b>' } })
    const byAdmin = signIn({ address: '', change: { what: 'sessions-ended' } })
    const changes = [signIn(), local, byAdmin, signIn({ userAgent: null })]
    expect(compose(changes, 'de')).toEqual({
      to: 'a@house.example',
      subject: '4 Änderungen an deinem Atelier-Konto',
      text: `An deinem Atelier-Konto hat sich etwas geändert.

Neue Anmeldung in deinem Atelier-Konto.
    Wann: 2. März 2026 um 09:05 UTC
    Von: 203.0.113.7, Firefox, Linux

Das API-Token „b CI  b“ wurde erstellt.
    Wann: 2. März 2026 um 09:05 UTC
    Von: dem Server selbst

Ein Admin hat eine oder mehrere deiner Sitzungen beendet.
    Wann: 2. März 2026 um 09:05 UTC
    Von: einem Admin

Neue Anmeldung in deinem Atelier-Konto.
    Wann: 2. März 2026 um 09:05 UTC
    Von: 203.0.113.7, unbekannter Browser

Wenn du das warst oder davon wusstest, musst du nichts tun.

Wenn du das nicht warst, lege ein neues Passwort fest. Dadurch werden alle Geräte abgemeldet und alle API-Token widerrufen.

Neues Passwort festlegen:
https://atelier.example/forgot

Nachsehen, wo du angemeldet bist:
https://atelier.example/account

Wenn du dich nicht mehr anmelden kannst, wende dich an einen Atelier-Admin.
`,
      html: `<!doctype html>
<html lang="de"><body>
<p>An deinem Atelier-Konto hat sich etwas geändert.</p>
<p><strong>Neue Anmeldung in deinem Atelier-Konto.</strong><br>Wann: 2. März 2026 um 09:05 UTC<br>Von: 203.0.113.7, Firefox, Linux</p>
<p><strong>Das API-Token „b CI  b“ wurde erstellt.</strong><br>Wann: 2. März 2026 um 09:05 UTC<br>Von: dem Server selbst</p>
<p><strong>Ein Admin hat eine oder mehrere deiner Sitzungen beendet.</strong><br>Wann: 2. März 2026 um 09:05 UTC<br>Von: einem Admin</p>
<p><strong>Neue Anmeldung in deinem Atelier-Konto.</strong><br>Wann: 2. März 2026 um 09:05 UTC<br>Von: 203.0.113.7, unbekannter Browser</p>
<p>Wenn du das warst oder davon wusstest, musst du nichts tun.</p>
<p>Wenn du das nicht warst, lege ein neues Passwort fest. Dadurch werden alle Geräte abgemeldet und alle API-Token widerrufen.</p>
<p>Neues Passwort festlegen:<br><a href="https://atelier.example/forgot">https://atelier.example/forgot</a></p>
<p>Nachsehen, wo du angemeldet bist:<br><a href="https://atelier.example/account">https://atelier.example/account</a></p>
<p>Wenn du dich nicht mehr anmelden kannst, wende dich an einen Atelier-Admin.</p>
</body></html>
`,
    })
  })

  test.each([
    ['en', 'And 2 more. You’ll find all of them under Activity.'],
    ['de', 'Und 2 weitere. Alle findest du unter Aktivitäten.'],
  ] as const)('in the language %s lists 20 changes and counts the others', (language, rest) => {
    const { text, html } = compose(Array(22).fill(signIn()), language)
    expect([text.split('203.0.113.7').length - 1, html.split('203.0.113.7').length - 1]).toEqual([20, 20])
    for (const part of [text, html]) expect(part).toContain(rest)
    expect(compose(Array(20).fill(signIn()), language).text).not.toContain(rest.slice(0, 4))
  })

  test.each(CHANGES)('has its own subject for the change %o, and names its values', (change, ...values) => {
    for (const [i, language] of (['en', 'de'] as const).entries()) {
      const { subject, text } = compose([signIn({ change })], language)
      expect(subject).toMatch(/Atelier/)
      const others = CHANGES.filter(([other]) => other !== change)
      expect(others.map(([other]) => compose([signIn({ change: other })], language).subject)).not.toContain(subject)
      for (const value of values[i]!) expect(text).toContain(value)
    }
  })
})
