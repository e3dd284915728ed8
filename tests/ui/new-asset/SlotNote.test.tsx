// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TexturePrediction } from '../../../src/api/contract/textures.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { SlotNote } from '../../../src/ui/new-asset/SlotNote.tsx'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

const chances = { baseColor: 0.3, normal: 0.05, metallicRoughness: 0.1, occlusion: 0.5, emissive: 0.05 }

test.each<[TexturePrediction['slot'], string]>([
  ['baseColor', 'Colours Guessed'],
  ['normal', 'This looks like another kind of texture: Normal map. Is it the right picture?'],
  [null, 'What is it for? It could be: Occlusion, or Colours.'],
])('of a texture that looks like %s it is said: %s', async (slot, said) => {
  const view = render(
    <AtelierContext value={{ translate: translateIn('en') } as never}>
      <SlotNote url="/files/a.png" predict={async () => ({ slot, chances })} />
    </AtelierContext>,
  )
  await expect.poll(() => view.container.textContent).toBe(said)
})

test('nothing is asked or said before a texture was sent', () => {
  const view = render(
    <AtelierContext value={{ translate: translateIn('en') } as never}>
      <SlotNote url={null} predict={() => Promise.reject(new Error('Nobody was to ask.'))} />
    </AtelierContext>,
  )
  expect(view.container.textContent).toBe('')
})
