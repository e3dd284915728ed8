import { SAMPLED } from './sampled.ts'
import { expect, FIGURE, test } from './viewer-support.ts'

test('a strip shows views all round, a film one turn, and the stage is as it was', SAMPLED, async ({ stage, page }) => {
  await stage.stands({ source: FIGURE, fit: true })
  const before = await stage.info()
  const told = await page.evaluate(async () => {
    const studio = await window.page.handle('one')!.studio()
    const size = { width: 48, height: 64 }
    const strip = await createImageBitmap(await studio.strip({ ...size, views: 4 }))
    const pen = new OffscreenCanvas(strip.width, strip.height).getContext('2d')!
    pen.drawImage(strip, 0, 0)
    const views = [0, 1, 2, 3].map((view) => pen.getImageData(view * 48, 0, 48, 64).data.join())
    const film = await studio.film({ ...size, seconds: 0.4, rate: 10 })
    const video = document.createElement('video')
    video.src = URL.createObjectURL(film)
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(new Error(video.error?.message))
    })
    return {
      strip: [strip.width, strip.height],
      different: new Set(views).size,
      film: [film.type, video.videoWidth, video.videoHeight, video.duration],
    }
  })
  expect(told).toEqual({ strip: [192, 64], different: 4, film: ['video/webm', 48, 64, 0.4] })
  const after = await stage.info()
  // Its pixel ratio goes by how fast the machine is.
  expect([after.yaw, after.tilt]).toEqual([before.yaw, before.tilt])
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures])
})
