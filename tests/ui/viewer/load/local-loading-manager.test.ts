import { expect, it } from 'vitest'
import { createLocalLoadingManager } from '../../../../src/ui/viewer/load/local-loading-manager.ts'

it('createLocalLoadingManager resolves URLs outside the FBX file to an empty data URL', () => {
  expect(createLocalLoadingManager().resolveURL('https://elsewhere.example/skin.png')).toBe('data:,')
  expect(createLocalLoadingManager().resolveURL('data:image/png;base64,AA==')).toBe('data:image/png;base64,AA==')
})
