// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { downloadFromUrl } from '../../../src/ui/asset/download-from-url.ts'

test('downloads a file under the given name, or under the name from the server if none is given', () => {
  const downloads: [string, string][] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push([new URL(this.href).pathname, this.download])
  })
  downloadFromUrl('/files/a.glb', 'Cap.glb')
  downloadFromUrl('/files/b.psd')
  click.mockRestore()
  expect(downloads).toEqual([
    ['/files/a.glb', 'Cap.glb'],
    ['/files/b.psd', ''],
  ])
})
