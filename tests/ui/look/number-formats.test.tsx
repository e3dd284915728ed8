// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { CaptureButtons } from '../../../src/ui/look/CaptureButtons.tsx'
import { ClipPlayer } from '../../../src/ui/look/ClipPlayer.tsx'
import { DEFAULT_DISPLAY_OPTIONS } from '../../../src/ui/look/display-options.ts'
import { EmotionSliders } from '../../../src/ui/look/EmotionSliders.tsx'
import { useViewerMessages } from '../../../src/ui/look/use-viewer-messages.ts'
import { ModelFields } from '../../../src/ui/playground/ModelFields.tsx'
import { OptionFields } from '../../../src/ui/playground/OptionFields.tsx'
import { DEFAULT_SETTINGS } from '../../../src/ui/playground/playground-settings.ts'
import { DotLoader } from '../../../src/ui/viewer/DotLoader.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const displayOptions = {
  ...DEFAULT_DISPLAY_OPTIONS,
  emotion: { smile: 0.5 },
  clip: 0,
  clipTime: 1.25,
  isPlaying: false,
}
const nothing = () => {}
const MB = 1024 * 1024

function textOf(language: Language, view: ReactNode): string {
  const { container } = render(
    <AtelierContext value={{ language, translate: createTranslateFor(language) } as never}>{view}</AtelierContext>,
  )
  return container.textContent ?? ''
}

function LoadingProgress() {
  return <DotLoader progress={{ done: 1.5 * MB, total: 1536 * MB }} words={useViewerMessages()} />
}

describe.each([
  ['en', { quality: '0.1', clip: '1.25 of 2.50 s', smile: '0.50', scale: '1.0', progress: '1.5 of 1,536.0 MB, 0%' }],
  ['de', { quality: '0,1', clip: '1,25 von 2,50 s', smile: '0,50', scale: '1,0', progress: '1,5 von 1.536,0 MB, 0 %' }],
] as const)('numbers in the language %s', (language, figures) => {
  test('follow the format of the language in label and accessible name of the picture quality button', () => {
    expect(
      textOf(language, <CaptureButtons look={displayOptions} onLook={nothing} isWaiting={false} onCapture={nothing} />),
    ).toContain(`PNG ${figures.quality}`)
    expect(screen.getByRole('button', { name: new RegExp(`^PNG ${figures.quality}, `) })).toBeTruthy()
  })

  test('follow the format of the language for clip position, emotion strength and model size', () => {
    expect(
      textOf(
        language,
        <ClipPlayer clips={['walk']} durations={[2.5]} look={displayOptions} onLook={nothing} time={0} />,
      ),
    ).toContain(figures.clip)
    expect(textOf(language, <EmotionSliders targets={['smile']} look={displayOptions} onLook={nothing} />)).toContain(
      figures.smile,
    )
    expect(textOf(language, <OptionFields settings={DEFAULT_SETTINGS} onSettings={nothing} isFitted />)).toContain(
      figures.scale,
    )
  })

  test('follow the format of the language in the loading progress of a model', () => {
    expect(textOf(language, <LoadingProgress />)).toContain(figures.progress)
  })
})

test('mentions dropping a file only on devices that support dragging', () => {
  const fields = <ModelFields models={[]} onFiles={nothing} onAddress={nothing} refused={null} />
  expect(textOf('en', fields)).toContain('Drop a .glb or .fbx file anywhere, or choose one.')
  cleanup()
  const matchMedia = window.matchMedia
  window.matchMedia = ((query: string) => ({ ...matchMedia(query), matches: query.includes('coarse') })) as never
  try {
    const text = textOf('en', fields)
    expect([text.includes('Choose a .glb or .fbx file.'), /drop/i.test(text)]).toEqual([true, false])
  } finally {
    window.matchMedia = matchMedia
  }
})
