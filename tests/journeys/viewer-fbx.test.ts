import { collidingFbx, textFbx } from '../support/fbx.ts'
import { tasksDuring } from '../support/page-tasks.ts'
import { openViewerSite } from '../support/viewer-site.ts'
import { SAMPLED } from './sampled.ts'
import { covered, expect, pixelAt, StagePage, test } from './viewer-support.ts'

/** In how many milliseconds of the processor a press is answered at the latest. */
const ANSWERED = process.env.SOAK ? 200 : 500

const SMALL = { width: 160, height: 160, fit: true, turntable: false }

test(
  'an FBX file that would hold up the page for a minute is given up, and every click meanwhile answered',
  SAMPLED,
  async ({ stage, page, site }) => {
    site.answers.set('/colliding.fbx', new Uint8Array(collidingFbx(9000)))
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
    let answers = 0
    const tasks = await tasksDuring(page, async () => {
      await stage.show({ ...SMALL, source: '/colliding.fbx' })
      await expect.poll(() => page.workers().length).toBe(1)
      while ((await stage.told()).every((told) => !told.includes('error'))) {
        await page.locator('#press').click()
        answers += 1
      }
    })
    expect(await stage.told()).toContain('one error toolarge')
    await expect(page.locator('#press')).toHaveAttribute('data-presses', `${answers}`)
    expect(answers).toBeGreaterThan(0)
    expect(tasks.filter((took) => took > ANSWERED)).toEqual([])
    await expect.poll(() => page.workers()).toEqual([])
  },
)

test('an FBX file is read in a worker, and one whose picture is missing is not black', async ({
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
  const bytes = textFbx({
    material: ['P: "DiffuseColor", "Color", "", "A",0,0,0'],
    objects: texture,
    connections: ['C: "OP",5,3,"DiffuseColor"', 'C: "OO",6,5'],
  })
  site.answers.set('/missing.fbx', new Uint8Array(bytes))
  let workers = 0
  page.on('worker', () => {
    workers += 1
  })
  await stage.stands({ ...SMALL, source: '/missing.fbx' })
  expect(workers).toBeGreaterThan(0)
  const picture = await stage.picture()
  expect(covered(picture)).toBeGreaterThan(0.2)
  const [red = 0, green = 0, blue = 0] = pixelAt(picture, 0.5, 0.5)
  expect(Math.min(red, green, blue)).toBeGreaterThan(60)
  await expect.poll(() => page.workers()).toEqual([])
})

for (const [what, policy] of [
  ['workers of its own and blob:', "worker-src 'self' blob:"],
  ['no workers', "worker-src 'none'"],
])
  test(`an FBX file is drawn under a policy that allows ${what}`, SAMPLED, async ({ page }) => {
    const csp = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' data:; ${policy}`
    const site = await openViewerSite({ 'content-security-policy': csp })
    try {
      site.answers.set('/square.fbx', new Uint8Array(textFbx()))
      const stage = new StagePage(page, site)
      await stage.open()
      await stage.stands({ ...SMALL, source: '/square.fbx' })
      expect(covered(await stage.picture())).toBeGreaterThan(0.2)
    } finally {
      await site.close()
    }
  })
