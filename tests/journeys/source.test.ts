import { buildPsd } from '../support/images.ts'
import { expect, openSignedIn, retryWhileBusy, test } from './support.ts'

test("downloads an asset's source file from the asset's menu, and denies the file's URL without a grant", async ({
  page,
  shot,
}) => {
  const email = 'admin@atelier.example'
  const login = await retryWhileBusy(() =>
    page.request.post('/v1/auth/login', { data: { email, password: 'atelier-demo-1' } }),
  )
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const source = buildPsd({ width: 4, height: 4 })
  const createResponse = await page.request.post('/files', {
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(source.length),
      'upload-metadata': `kind ${btoa('psd')}`,
    },
  })
  const upload = new URL(
    createResponse.headers()['location']!,
    page.url() === 'about:blank' ? createResponse.url() : page.url(),
  ).href
  const uploadResponse = await page.request.patch(upload, {
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    data: source,
  })
  expect(uploadResponse.status()).toBe(204)
  const { url: psdUrl } = await (await page.request.get(`/v1/files/${upload.split('/').at(-1)}`, { headers })).json()
  const { data } = await (await page.request.get('/v1/assets/editable?locked=false&limit=1', { headers })).json()
  const [asset] = data
  expect((await page.request.patch(`/v1/assets/${asset.id}`, { headers, data: { psdUrl } })).ok()).toBe(true)
  expect((await page.request.get(psdUrl)).status()).toBe(403)

  await openSignedIn(page, `/assets/${asset.id}`)
  await page.getByRole('button', { name: `Actions for ${asset.name}` }).click()
  const item = page.getByRole('menuitem', { name: 'Download PSD source' })
  await expect(item).toBeVisible()
  await shot('source-download')
  const downloadEvent = page.waitForEvent('download')
  await item.click()
  const download = await downloadEvent
  expect(await download.failure()).toBeNull()
  expect(download.suggestedFilename()).toBe(psdUrl.split('/').at(-1))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(asset.name)
})
