import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { cutTexts } from './fits.ts'
import { SAMPLED } from './sampled.ts'
import { ADMIN, answerOf, expect, PASSWORD, rows, test } from './support.ts'

// German has the longest words of what ships.
test.use({ locale: 'de-DE' })

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const WIDTHS = [320, 768, 1280]
const ALL = [320, 390, 768, 1280]

/** Looks at the page in windows of several widths; keeps pictures where `SHOTS` is set. */
const watch = (page: Page, shot: (name: string) => Promise<void>) => {
  const look = async (name: string, widths = WIDTHS) => {
    for (const width of widths) {
      await page.setViewportSize({ ...(width < 768 ? PHONE : DESK), width })
      // What follows the window has followed it once a frame was drawn.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      expect.soft(await cutTexts(page), `${name} at ${width}`).toEqual([])
      if (process.env['SHOTS']) await shot(`de-${name}-${width}`)
    }
    await page.setViewportSize(DESK)
  }
  const isFree = async (name: string) => expect.soft(await faultsOf(page), `axe: ${name}`).toEqual([])
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]')).toHaveCount(0)
  }
  return { look, isFree, visit, leave }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()

test.beforeEach(({ page }) => page.setViewportSize(DESK))

test('every text fits in German, before and just after one has an account', SAMPLED, async ({ page, shot }) => {
  const { look, isFree, visit } = watch(page, shot)
  await visit('/signin?reason=login_required')
  await button(page, 'Anmelden').click()
  await look('signin')
  await page.getByText('Code per E-Mail').click()
  await page.getByLabel('E-Mail').fill('jemand.mit.einem.langen.namen@atelier.example')
  await button(page, 'Code senden').click()
  await expect(page.getByText('Sieh in dein Postfach')).toBeVisible()
  await look('code')
  for (const name of ['forgot', 'verify', 'reset-password']) {
    await visit(`/${name}`)
    await look(name, [320, 1280])
  }
  await visit('/signin')
  await button(page, 'Als Gast weiter').click()
  await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
  await look('guest-home', [320, 1280])
  await page
    .getByRole('link', { name: /^Assets( \d+)?$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await look('guest-list', [320, 1280])
  await visit('/assets/new')
  await look('forbidden', [320, 1280])
  await visit('/tags')
  await look('guest-tags', [320, 1280])
  await visit('/account')
  await look('guest-account')
  await isFree('guest-account')
  await page.getByRole('main').getByRole('link', { name: 'Konto anlegen' }).click()
  await page.getByLabel('E-Mail').fill('neu@atelier.example')
  await page.getByLabel('Passwort', { exact: true }).fill('korrekt pferd batterie')
  await look('signup')
  await button(page, 'Konto anlegen').click()
  await expect(page.getByRole('heading', { name: 'Rolle' })).toBeVisible()
  await look('new-account')
  await page.getByRole('link', { name: 'Assets' }).first().click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Bestätige deine E-Mail.')).toBeVisible()
  await look('new-list')
  await isFree('new-list')
  await button(page, 'Noch einmal senden').click()
  await expect(page.getByText('E-Mail gesendet.')).toBeVisible()
  await look('new-sent')
})

test('every text fits in German, on every page and in what opens over it', SAMPLED, async ({ page, shot }) => {
  const { look, isFree, visit, leave } = watch(page, shot)
  const long = {
    name: 'Jemand mit einem ungewöhnlich langen Namen',
    email: 'jemand.mit.einem.ungewoehnlich.langen.namen@werkstatt.atelier.example',
  }
  const data = { ...long, password: 'korrekt pferd batterie' }
  expect((await answerOf(() => page.request.post('/v1/auth/signup', { data }))).ok()).toBe(true)
  await visit('/signin')
  await page.getByLabel('E-Mail').fill(ADMIN)
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await button(page, 'Anmelden').click()
  await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
  await look('home', ALL)
  await isFree('home')
  await page
    .getByRole('link', { name: /^Assets( \d+)?$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await look('list', ALL)
  await isFree('list')
  for (const [name, widths, isPhone] of [
    [/Dein Konto/, [768, 1280], false],
    [/Dein Konto/, [320], true],
    [/^Aktionen für/, [768, 1280], false],
    [/^Aktionen für/, [320], true],
    [/^Geändert/, [320], true],
    [/^Alle Filter/, [320, 390], true],
    [/^Spalten/, [768, 1280], false],
  ] as const) {
    await page.setViewportSize(isPhone ? PHONE : DESK)
    await button(page, name).click()
    await expect(page.locator('[role="dialog"], [role="menu"]').first()).toBeVisible()
    if (String(name).includes('Filter')) await expect(page.getByRole('option', { name: 'Harbour Lane' })).toBeVisible()
    await look(`over${String(name).replace(/\W/g, '')}`, [...widths])
    if (isPhone) await page.setViewportSize(PHONE)
    if (String(name).includes('Konto')) await isFree(`account menu, ${isPhone ? 'phone' : 'desk'}`)
    await leave()
  }
  await page.setViewportSize(DESK)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('keys', [320, 1280])
  await leave()
  await page
    .getByRole('checkbox', { name: /auswählen$/ })
    .nth(1)
    .click()
  await expect(page.getByRole('toolbar', { name: 'Auswahl' })).toBeVisible()
  await look('bulk', ALL)
  await page.setViewportSize(PHONE)
  await isFree('bulk on a phone')
  await page.setViewportSize(DESK)
  await page.getByRole('toolbar').getByRole('button', { name: 'Sperren', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('bulk-lock', [320, 1280])
  await page.getByRole('dialog').getByRole('button', { name: 'Sperren', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /gesperrt/ })).toBeVisible()
  await look('toast', [320, 1280])
  await visit(`/assets?filter=${encodeURIComponent('{"search":"nichts dergleichen","gender":"female"}')}`)
  await look('no-match', [320, 1280])
  await visit(`/assets?filter=${encodeURIComponent('{"type":["costume","headwear"],"gender":["female","neutral"]}')}`)
  await expect(rows(page).first()).toBeVisible()
  await look('filtered', [320, 768, 1280])
  await isFree('filtered')
  for (const [name, path, widths] of [
    ['new', '/assets/new', ALL],
    ['viewer', '/viewer', ALL],
    ['jobs', '/jobs', WIDTHS],
    ['applications', '/applications', WIDTHS],
    ['bodies', '/bodies', WIDTHS],
    ['webhooks', '/webhooks', WIDTHS],
    ['trash', '/trash', WIDTHS],
    ['activity', '/activity', WIDTHS],
    ['tokens', '/tokens', WIDTHS],
    ['users', '/users', WIDTHS],
    ['wardrobe', '/wardrobe', ALL],
    ['settings', '/settings', ALL],
    ['asset-activity', '/activity/assets', WIDTHS],
    ['missing', '/no/such', [320, 1280]],
    ['missing-asset', '/assets/0190-no', [320, 1280]],
  ] as const) {
    await visit(path)
    await look(name, [...widths])
  }
  await visit('/tags')
  await look('tags', [320, 768])
  await button(page, /Neue[rs]? Tag/).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('new-tag', [320, 1280])
  await leave()
  await visit('/account')
  await look('account', ALL)
  await isFree('account')
  await button(page, 'Überall abmelden').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('end-all', [320, 1280])
  await isFree('end-all')
  await leave()
  await visit('/assets?filter={"type":["costume"]}')
  await rows(page).first().getByRole('link').first().click()
  await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
  await look('asset', ALL)
  // From below: what opens above moves what is pressed next.
  for (const name of ['Wo es verwendet wird', 'Kleinere Versionen', 'Auf anderen Körpern'])
    await button(page, name).click()
  await expect(page.getByText('Detailstufen')).toBeVisible()
  await expect(page.getByText(/^In \d+ Garderobe/)).toBeVisible()
  await look('asset-opened', [320, 1280])
  await button(page, 'Ersetzen …').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('replace', [320, 1280])
  await leave()
})
