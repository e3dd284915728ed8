// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TexturePrediction } from '../../../src/api/contract/textures.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { TextureSlotHint } from '../../../src/ui/new-asset/TextureSlotHint.tsx'
import { createTranslateFor } from '../../support/translate.ts'

const chances = { baseColor: 0.3, normal: 0.05, metallicRoughness: 0.1, occlusion: 0.5, emissive: 0.05 }

test.each<[TexturePrediction['slot'], string]>([
  ['baseColor', 'Colours Guessed'],
  ['normal', 'This looks like another kind of texture: Normal map. Is it the right picture?'],
  [null, 'Which map is this? Occlusion or Colours?'],
])('shows the hint for the predicted texture slot %s: %s', async (slot, text) => {
  const view = render(
    <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
      <TextureSlotHint url="/files/a.png" predict={async () => ({ slot, chances })} />
    </AtelierContext>,
  )
  await expect.poll(() => view.container.textContent).toBe(text)
})

test('requests and shows no prediction before a texture is uploaded', () => {
  const view = render(
    <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
      <TextureSlotHint url={null} predict={() => Promise.reject(new Error('No prediction is expected.'))} />
    </AtelierContext>,
  )
  expect(view.container.textContent).toBe('')
})
