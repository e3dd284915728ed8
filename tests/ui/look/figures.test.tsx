// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { CaptureButtons } from '../../../src/ui/look/CaptureButtons.tsx'
import { ClipPlayer } from '../../../src/ui/look/ClipPlayer.tsx'
import { EmotionSliders } from '../../../src/ui/look/EmotionSliders.tsx'
import { PLAIN_LOOK } from '../../../src/ui/look/look.ts'
import { useViewerWords } from '../../../src/ui/look/use-viewer-words.ts'
import { ModelFields } from '../../../src/ui/playground/ModelFields.tsx'
import { PLAIN_TRIAL } from '../../../src/ui/playground/playground.ts'
import { TrialFields } from '../../../src/ui/playground/TrialFields.tsx'
import { DotLoader } from '../../../src/ui/viewer/DotLoader.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(cleanup)

const look = { ...PLAIN_LOOK, emotion: { smile: 0.5 }, clip: 0, clipTime: 1.25, isPlaying: false }
const nothing = () => {}
const MB = 1024 * 1024

function say(language: Language, view: ReactNode): string {
  const { container } = render(
    <AtelierContext value={{ language, translate: translateIn(language) } as never}>{view}</AtelierContext>,
  )
  return container.textContent ?? ''
}

function Arriving() {
  return <DotLoader progress={{ done: 1.5 * MB, total: 1536 * MB }} words={useViewerWords()} />
}

describe.each([
  ['en', { quality: '0.1', clip: '1.25 of 2.50 s', smile: '0.50', scale: '1.0', arrived: '1.5 of 1,536.0 MB, 0%' }],
  ['de', { quality: '0,1', clip: '1,25 von 2,50 s', smile: '0,50', scale: '1,0', arrived: '1,5 von 1.536,0 MB, 0 %' }],
] as const)('figures as %s writes them', (language, figures) => {
  test('the quality of a picture, on its button and in what that is called', () => {
    expect(
      say(language, <CaptureButtons look={look} onLook={nothing} isWaiting={false} onCapture={nothing} />),
    ).toContain(`PNG ${figures.quality}`)
    expect(screen.getByRole('button', { name: new RegExp(`^PNG ${figures.quality}, `) })).toBeTruthy()
  })

  test('where a clip stands, how strong an emotion is, how large the model', () => {
    expect(
      say(language, <ClipPlayer clips={['walk']} durations={[2.5]} look={look} onLook={nothing} time={0} />),
    ).toContain(figures.clip)
    expect(say(language, <EmotionSliders targets={['smile']} look={look} onLook={nothing} />)).toContain(figures.smile)
    expect(say(language, <TrialFields trial={PLAIN_TRIAL} onTrial={nothing} isFitted />)).toContain(figures.scale)
  })

  test('how much of a model has arrived', () => {
    expect(say(language, <Arriving />)).toContain(figures.arrived)
  })
})

test('the viewer’s page tells to drop a file only where one can be dragged', () => {
  const fields = <ModelFields models={[]} onFiles={nothing} onAddress={nothing} refused={null} />
  expect(say('en', fields)).toContain('Drop a .glb or .fbx file anywhere, or choose one.')
  cleanup()
  const matchMedia = window.matchMedia
  window.matchMedia = ((query: string) => ({ ...matchMedia(query), matches: query.includes('coarse') })) as never
  try {
    const told = say('en', fields)
    expect([told.includes('Choose a .glb or .fbx file.'), /drop/i.test(told)]).toEqual([true, false])
  } finally {
    window.matchMedia = matchMedia
  }
})
