import { readFileSync } from 'node:fs'
import { Keyboard } from './keyboard.ts'
import { SAMPLED } from './sampled.ts'
import { ADMIN, expect, PASSWORD, rows, test } from './support.ts'

const fileOf = (name: string, model = name, bytes?: number) => ({
  name: `${name}.glb`,
  mimeType: 'model/gltf-binary',
  buffer: readFileSync(`demo/models/${model}.glb`).subarray(0, bytes),
})

/** Models as they come: nothing tells the type of one, another arrived cut off. */
const COLLECTION = [
  fileOf('winter-cove-tee', 'cove-tee'),
  fileOf('winter-mill-jeans', 'mill-jeans'),
  fileOf('studio-seven', 'north-plinth'),
  fileOf('winter-pebble-beanie', 'pebble-beanie', 4000),
]

test('a working day of an admin goes by keyboard alone', SAMPLED, async ({ page, shot }) => {
  const keys = new Keyboard(page)
  const part = async (name: string, work: () => Promise<void>) => {
    const { presses, letters } = keys
    await work()
    console.log(`${name}: ${keys.presses - presses} presses, ${keys.letters - letters} letters`)
    await shot(`keyboard ${name}`)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  /** Goes somewhere, or does something, by the palette. */
  const palette = async (text: string, line: string | RegExp = text) => {
    await keys.press('Control+k')
    await keys.type(text)
    const wanted = page.getByRole('option', { name: line }).first()
    await expect(wanted).toBeVisible()
    while ((await wanted.getAttribute('aria-selected')) !== 'true') await keys.press('ArrowDown')
    await keys.press('Enter')
  }
  /** Opens the menu that has the focus, and does what its line says. */
  const menu = async (letters: string) => {
    await keys.press('Enter')
    // Letters that come before it are the page's.
    await expect(page.getByRole('menu')).toBeVisible()
    await keys.type(letters)
    await keys.press('Enter')
  }
  let wanted: ReturnType<typeof fileOf>[] = []
  // Listened to from the beginning: the dialog of the system comes too soon after the press.
  page.on('filechooser', (chooser) => void chooser.setFiles(wanted))
  const handOver = async (files: ReturnType<typeof fileOf>[]) => {
    wanted = files
    await keys.press('Enter')
  }
  await page.goto('/signin')
  // A key that is pressed before there is a page leads nowhere.
  await expect(page.getByLabel('E-mail')).toBeVisible()

  await part('sign in', async () => {
    await keys.reach(page.getByLabel('E-mail'))
    await keys.type(ADMIN)
    await keys.reach(page.getByLabel('Password', { exact: true }))
    await keys.type(PASSWORD)
    await keys.press('Enter')
    await expect(heading('Dashboard')).toBeVisible()
    await keys.look('signed in')
  })

  await part('upload a collection', async () => {
    await palette('upload', /Upload/)
    await expect(heading('New asset')).toBeVisible()
    await keys.reach(button(/^Model: /))
    await handOver(COLLECTION)
    await expect(heading('New assets')).toBeVisible()
    await expect(page.getByText(/0 of 4 created, 2 ready/)).toBeVisible({ timeout: 60_000 })
    await keys.look('files handed over')
  })

  await part('tag them, put them into an application and on a body', async () => {
    await keys.reach(page.getByRole('button', { name: /^No body/ }).first())
    await keys.press('Enter')
    await keys.type('Alder Body')
    await keys.press('Enter')
    await keys.reach(page.getByRole('combobox', { name: 'Tags' }))
    await keys.type('winter')
    await keys.press('Enter')
    await keys.reach(page.getByRole('combobox', { name: 'Applications' }))
    await keys.type('Harbour Lane')
    await keys.press('Enter')
    await keys.press('Escape')
  })

  await part('fix two faults', async () => {
    await keys.press('F8')
    const type = page.getByRole('form', { name: 'studio-seven.glb' }).getByRole('button', { name: /Type/ })
    await expect(type).toBeFocused()
    await keys.press('Enter')
    await keys.type('Cus')
    await keys.press('Enter')
    await expect(page.getByText(/0 of 4 created, 3 ready/)).toBeVisible()
    await keys.press('F8')
    const model = page.getByRole('form', { name: 'winter-pebble-beanie.glb' }).getByRole('button', { name: /^Model: / })
    await expect(model).toBeFocused()
    await handOver([fileOf('winter-pebble-beanie', 'pebble-beanie')])
    await expect(page.getByText(/0 of 4 created, 4 ready/)).toBeVisible({ timeout: 60_000 })
    await keys.look('the last is ready')
  })

  await part('create them', async () => {
    await keys.press('Control+s')
    await expect(page.getByText('All 4 created')).toBeVisible({ timeout: 60_000 })
    await keys.look('all created')
    await keys.reach(page.getByRole('link', { name: 'Go to assets' }), 'Shift+Tab')
    await keys.press('Enter')
    await expect(heading('Assets')).toBeVisible()
  })

  /** From wherever one is into the rows. */
  const intoRows = async () => {
    await expect(page.getByRole('main').locator('[data-index="0"] a')).not.toHaveCount(0)
    await keys.press('/')
    // The arrows of the list come as the page is idle.
    await expect
      .poll(async () => {
        const isThere = () => keys.isAt(page.locator('[data-index="0"]'))
        if (await isThere()) return true
        await keys.press('ArrowDown')
        return isThere()
      })
      .toBe(true)
  }

  await part('order within an application', async () => {
    await palette('applications')
    await expect(heading('Applications')).toBeVisible()
    await intoRows()
    await keys.reach(page.getByRole('link', { name: 'Harbour Lane', exact: true }), 'ArrowDown')
    await keys.press('Enter')
    await expect(button(/^Reorder .*, position 4$/)).toBeVisible()
    await intoRows()
    const name = await rows(page).nth(3).getByRole('link').first().textContent()
    await keys.press('ArrowDown', 3)
    await keys.reach(button(/^Reorder .*, position 4$/), 'ArrowLeft')
    await keys.press('Space')
    await keys.press('ArrowUp', 3)
    await keys.press('Space')
    await expect(button(`Reorder ${name}, position 1`)).toBeFocused()
  })

  await part('find the collection', async () => {
    await palette('winter', /winter/)
    await expect(page.getByRole('button', { name: /Tag.*winter/ })).toBeVisible()
    await expect(heading('Assets')).toBeFocused()
  })

  await part('delete one by mistake, and undo it', async () => {
    await intoRows()
    const name = await page.evaluate(() => document.activeElement?.textContent)
    await keys.reach(button(`Actions for ${name}`).first(), 'ArrowRight')
    await menu('Del')
    await expect(page.getByText(`${name} deleted`)).toBeVisible()
    await keys.look('deleted')
    await keys.press('Control+z')
    await expect(page.getByText(`${name} deleted`)).toHaveCount(0)
    await keys.look('undone')
  })

  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await part('fit them to three bodies', async () => {
    await intoRows()
    await keys.press('Control+a')
    await expect(bar).toContainText('10 selected')
    await keys.press('F6')
    await keys.reach(bar.getByRole('button', { name: 'Fit', exact: true }), 'f')
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    for (const body of ['Birch Body', 'Oak Body', 'Oak Body, umber']) {
      await expect(dialog.getByRole('checkbox', { name: body, exact: true })).toBeVisible()
      await keys.reach(dialog.getByRole('checkbox', { name: body, exact: true }))
      await keys.press('Space')
    }
    await keys.press('Enter')
    await expect(page.getByText(/^Fitting \d+ assets/)).toBeVisible()
    await keys.look('fitting')
  })

  await part('lock them with a reason', async () => {
    await keys.reach(bar.getByRole('button', { name: 'Lock', exact: true }), 'l')
    await keys.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await keys.type('Winter is on sale')
    await keys.press('Enter')
    await expect(page.getByText(/assets? locked/).first()).toBeVisible()
    await keys.look('locked')
  })

  await part('export the application', async () => {
    await palette('applications')
    await expect(heading('Applications')).toBeVisible()
    await intoRows()
    await keys.reach(page.getByRole('link', { name: 'Harbour Lane', exact: true }), 'ArrowDown')
    await keys.reach(button('Actions for Harbour Lane'), 'ArrowRight')
    const download = page.waitForEvent('download')
    await menu('Exp')
    await download
    await keys.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keys.look('exported')
  })

  await part('sign out', async () => {
    await palette('sign out', 'Sign out')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  console.log(`the whole day: ${keys.presses} presses, ${keys.letters} letters`)
  expect(keys.faults).toEqual([])
})
