import { faultsInBothSchemes } from './axe.ts'
import { expect, openAs, rows, test } from './support.ts'

test('look', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const logs: string[] = []
  page.on('console', (m) => logs.push(m.text()))
  await openAs(page, '/assets?inspect')
  const dock = page.getByRole('region', { name: 'State machines' })
  await expect(rows(page).first()).toBeVisible()
  await expect(dock).toBeVisible()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/insp/1.png' })
  const tree = dock.getByRole('tree', { name: 'Actors' })
  await tree.getByRole('treeitem', { name: /list/ }).first().click()
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/insp/2.png' })
  await dock.getByRole('grid').getByRole('row').nth(2).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: '/tmp/insp/3.png' })
  await dock.getByRole('button', { name: 'Back to now' }).click()
  for (const v of ['Now', 'Sequence', 'Timers', 'Recording']) {
    await dock.getByRole('radio', { name: v }).click()
    await page.waitForTimeout(200)
    await page.screenshot({ path: `/tmp/insp/v-${v}.png` })
    console.log(v, await faultsInBothSchemes(page, async () => {}))
  }
  await dock.getByRole('radio', { name: 'Chart' }).click()
  await dock.getByRole('button', { name: 'Dock on the right' }).click()
  await page.waitForTimeout(300)
  console.log('chart', await faultsInBothSchemes(page, async (s) => { await page.screenshot({ path: `/tmp/insp/right-${s}.png` }) }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(300)
  await page.screenshot({ path: '/tmp/insp/phone.png' })
  console.log(await faultsInBothSchemes(page, async () => {}))
  console.log(logs.filter((l) => !l.includes('Download')).slice(0, 10))
})
