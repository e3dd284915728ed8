import { buildCollidingFbx, buildTextFbx } from '../support/fbx.ts'
import { MAX_TASK_SHARE, measureLongestTaskShare, measureTasks } from '../support/page-tasks.ts'
import { openViewerSite } from '../support/viewer-site.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, measureCoverage, readPixel, StagePage, test } from './viewer-support.ts'

const SMALL = { width: 160, height: 160, fit: true, turntable: false }

test(
  'aborts reading an FBX file that takes too long, and handles every click on the page until then',
  SAMPLED_OPTIONS,
  async ({ stage, page, site }) => {
    site.customResponses.set('/colliding.fbx', new Uint8Array(buildCollidingFbx(9000)))
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.id = 'press'
      button.textContent = 'Press'
      button.dataset['presses'] = '0'
      button.onclick = () => {
        button.dataset['presses'] = `${Number(button.dataset['presses']) + 1}`
      }
      document.body.append(button)
    })
    let clickCount = 0
    const tasks = await measureTasks(page, async () => {
      await stage.show({ ...SMALL, source: '/colliding.fbx' })
      await expect.poll(() => page.workers().length).toBe(1)
      while ((await stage.readEvents()).every((event) => !event.includes('error'))) {
        await page.locator('#press').click()
        clickCount += 1
      }
    })
    expect(await stage.readEvents()).toContain('one error toolarge')
    await expect(page.locator('#press')).toHaveAttribute('data-presses', `${clickCount}`)
    expect(clickCount).toBeGreaterThan(0)
    expect(measureLongestTaskShare(tasks)).toBeLessThan(MAX_TASK_SHARE)
    await expect.poll(() => page.workers()).toEqual([])
  },
)

test('reads an FBX file in a worker, and renders it without black surfaces if its texture is missing', async ({
  stage,
  page,
  site,
}) => {
  const texture = `\tTexture: 5, "Texture::t", "" {
\t\tType: "TextureVideoClip"
\t\tFileName: "C:\\\\elsewhere\\\\skin.png"
\t\tRelativeFilename: "skin.png"
\t}
\tVideo: 6, "Video::v", "Clip" {
\t\tFilename: "skin.png"
\t}
`
  const bytes = buildTextFbx({
    material: ['P: "DiffuseColor", "Color", "", "A",0,0,0'],
    objects: texture,
    connections: ['C: "OP",5,3,"DiffuseColor"', 'C: "OO",6,5'],
  })
  site.customResponses.set('/missing.fbx', new Uint8Array(bytes))
  let workers = 0
  page.on('worker', () => {
    workers += 1
  })
  await stage.showUntilFinished({ ...SMALL, source: '/missing.fbx' })
  expect(workers).toBeGreaterThan(0)
  const picture = await stage.capturePixels()
  expect(measureCoverage(picture)).toBeGreaterThan(0.2)
  const [red = 0, green = 0, blue = 0] = readPixel(picture, 0.5, 0.5)
  expect(Math.min(red, green, blue)).toBeGreaterThan(60)
  await expect.poll(() => page.workers()).toEqual([])
})

for (const [label, policy] of [
  ['same-origin and blob: workers', "worker-src 'self' blob:"],
  ['no workers', "worker-src 'none'"],
])
  test(
    `renders an FBX file under a content security policy that allows ${label}`,
    SAMPLED_OPTIONS,
    async ({ page }) => {
      const csp = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' data:; ${policy}`
      const site = await openViewerSite({ 'content-security-policy': csp })
      try {
        site.customResponses.set('/square.fbx', new Uint8Array(buildTextFbx()))
        const stage = new StagePage(page, site)
        await stage.open()
        await stage.showUntilFinished({ ...SMALL, source: '/square.fbx' })
        expect(measureCoverage(await stage.capturePixels())).toBeGreaterThan(0.2)
      } finally {
        await site.close()
      }
    },
  )
