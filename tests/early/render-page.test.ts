// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { loadDeferredStyles } from '../../src/early/render-page.ts'

test('refuses to prerender a page whose HTML has no list of style sheets', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/core.css" />'
  await expect(loadDeferredStyles()).rejects.toThrow('has no stylesheet')
  document.head.innerHTML = '<template id="app-files"></template>'
  await expect(loadDeferredStyles()).resolves.toBeUndefined()
})
