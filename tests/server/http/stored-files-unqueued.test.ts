import { expect, test } from 'vitest'
import { createAdmission, QUEUE_LIMITS } from '../../../server/http/admission.ts'
import { yieldToEventLoop } from '../../../server/util/yield-to-event-loop.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer } from '../../support/server.ts'

test('stored files are served without admission while uploads use all slots', async () => {
  const admission = createAdmission({ ...QUEUE_LIMITS, uploads: { ...QUEUE_LIMITS.uploads, running: 1 } })
  const server = await openTestServer({ deps: { admission } })
  try {
    const owner = await server.account('developer')
    const { url } = await server.upload(owner, buildTinyGlb())
    let end = () => {}
    const running = admission.run('uploads', '10.0.0.1', () => new Promise<void>((resolve) => (end = resolve)))
    await yieldToEventLoop(20)
    expect((await server.fetch(`http://localhost${url}`)).status).toBe(200)
    expect((await server.fetch(`http://localhost${url}`, { method: 'HEAD' })).status).toBe(200)
    await expect(server.upload(owner, buildTinyGlb({ json: { extras: 1 } }))).rejects.toThrow()
    end()
    await running
  } finally {
    await server.close()
  }
})
