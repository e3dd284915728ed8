import { ballMesh, meshGlb } from '../support/ball-mesh.ts'
import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, test } from './support.ts'

test(
  'a body shows its cages over it; one that is wrong is refused with its place, and they are carried from another body',
  SAMPLED,
  async ({ page, shot }) => {
    await openAs(page, '/bodies')
    await expect(page.getByRole('row').filter({ hasText: 'Alder Body, plaster' })).toContainText('12 cages')
    await page.getByRole('link', { name: 'Birch Body', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Birch Body' })).toBeVisible()
    const cages = page.getByRole('radiogroup', { name: 'Cage over the body' })
    await expect(cages.getByRole('radio', { name: /Whole body/ })).toBeChecked()
    await cages.getByRole('radio', { name: /^Footwear/ }).check()
    await expect(page.locator('[data-state="finished"]')).toBeVisible()
    expect(await faultsInBothSchemes(page, (scheme) => shot(`body-${scheme}`))).toEqual([])

    await page.getByRole('button', { name: 'Add cage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add cage' })
    const holed = ballMesh(2)
    const glb = meshGlb({ ...holed, triangles: holed.triangles.slice(3) })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'holed.glb',
      mimeType: 'model/gltf-binary',
      buffer: Buffer.from(glb),
    })
    await dialog.getByRole('button', { name: 'Add cage' }).click()
    // A process that looks at models starts first.
    await expect(dialog.getByRole('alert')).toContainText(/holes\..* Places: 3, one of them at .+ m\./, {
      timeout: 60_000,
    })
    await shot('cage-refused')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: /Choose a body/ }).click()
    await page.getByRole('option', { name: 'Alder Body', exact: true }).click()
    await page.getByRole('button', { name: 'Carry over' }).click()
    await expect(page.getByRole('button', { name: 'Carry over' })).toBeEnabled({ timeout: 60_000 })
    await expect(cages.getByRole('radio')).toHaveCount(13)
  },
)
