// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { styled } from '../../src/early/page.ts'

test('a page that names no files of its own is not drawn: its styles would be missing', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/core.css" />'
  await expect(styled()).rejects.toThrow('names no styles')
  document.head.innerHTML = '<template id="app-files"></template>'
  await expect(styled()).resolves.toBeUndefined()
})
