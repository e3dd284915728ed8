// @vitest-environment jsdom

import { act, type ReconcilerRoot } from '@react-three/fiber'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Visemes } from '../../../../src/machines/viewer/visemes.ts'
import { Mouth } from '../../../../src/ui/viewer/extras/Mouth.tsx'
import type { Speech } from '../../../../src/ui/viewer/extras/speech-analyser.ts'
import type { Model } from '../../../../src/ui/viewer/load/model.ts'
import { applyMotionLayers, createModelMotion } from '../../../../src/ui/viewer/motion/model-motion.ts'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { createFiberRoot } from '../../../../src/ui/viewer/stage/fiber-root.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'
import { createFigure, influenceOf } from './figure.ts'

let page: CanvasStub
let root: ReconcilerRoot<HTMLCanvasElement>
let model: Model
const motion = createModelMotion()
/** Fake audio of the page, and the audio contexts created for it. */
const sound = { loudness: 0, contexts: [] as FakeContext[] }

class FakeNode {
  readonly to = new Set<unknown>()
  connect = (node: unknown) => void this.to.add(node)
  disconnect = (node: unknown) => void this.to.delete(node)
}
class FakeContext {
  state = 'running'
  sampleRate = 48_128
  destination = new FakeNode()
  source = new FakeNode()
  constructor() {
    sound.contexts.push(this)
  }
  resume = async () => {}
  close = vi.fn(async () => {
    this.state = 'closed'
  })
  createMediaStreamSource = () => this.source
  createMediaElementSource = () => this.source
  createAnalyser = () => ({
    frequencyBinCount: 512,
    getFloatTimeDomainData: (wave: Float32Array) => wave.fill(sound.loudness),
    // Returns the spectrum of a voice that says "a".
    getFloatFrequencyData: (decibels: Float32Array) =>
      decibels.forEach((_, bin) => {
        decibels[bin] = Math.max(
          -90,
          -20 - Math.min(...[780, 1250].map((formant) => (Math.abs(bin * 47 - formant) / 100) ** 2)),
        )
      }),
  })
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('AudioContext', FakeContext)
  sound.loudness = 0
  sound.contexts = []
  page = stubCanvas()
  model = await createFigure(['jawOpen', 'smile'])
  root = createFiberRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 40, height: 40, top: 0, left: 0 } })
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.restore()
  vi.unstubAllGlobals()
})

const show = (props: { visemes?: Visemes; speech?: Speech | null; isStill?: boolean }) =>
  act(async () =>
    root.render(
      <Mouth
        model={model}
        motion={motion}
        pose={createPoseStore()}
        isStill={false}
        visemes={undefined}
        speech={null}
        {...props}
      />,
    ),
  )

/** Draws frames for `seconds`. Returns how far the jaw is open in the last frame, and whether the jaw moved in that frame. */
function draw(seconds: number) {
  let isMoving = false
  for (let time = 0; time < seconds; time += 0.02) isMoving = applyMotionLayers(motion, 0.02)
  const jaw = influenceOf(model, 'jawOpen')
  for (const layer of motion.layers) layer.undo()
  return { jaw, isMoving }
}

const stream = () => ({ getAudioTracks: () => [{}] }) as unknown as MediaStream

describe('a mouth', () => {
  it('opens by the given visemes in addition to the emotion, and then stops moving', async () => {
    await show({ visemes: { aa: 0.5 } })
    expect(draw(0.06).isMoving).toBe(true)
    expect(draw(2)).toEqual({ jaw: expect.closeTo(0.3), isMoving: false })
    expect(influenceOf(model, 'jawOpen')).toBe(0)
    await show({ visemes: {} })
    expect(draw(2).jaw).toBe(0)
    await show({ visemes: { aa: 1 }, isStill: true })
    expect(draw(0.02).jaw).toBeCloseTo(0.6)
  })

  it('follows the sound, and closes in silence', async () => {
    await show({ speech: stream() })
    expect(draw(1)).toEqual({ jaw: 0, isMoving: false })
    sound.loudness = 0.2
    expect(draw(1).jaw).toBeGreaterThan(0.4)
    sound.loudness = 0
    expect(draw(1)).toEqual({ jaw: 0, isMoving: false })
    await show({ speech: null })
    expect(sound.contexts.map(({ close, source }) => [close.mock.calls.length, source.to.size])).toEqual([[1, 0]])
  })

  it('keeps a media element audible, and creates only one audio connection to the element', async () => {
    const element = document.createElement('audio')
    await show({ speech: element })
    await show({ speech: null })
    await show({ speech: element })
    expect(sound.contexts).toHaveLength(1)
    expect(sound.contexts[0]!.source.to.has(sound.contexts[0]!.destination)).toBe(true)
    expect(sound.contexts[0]!.close).not.toHaveBeenCalled()
  })

  it('ignores sound under reduced motion, and in browsers without AudioContext', async () => {
    await show({ speech: stream(), isStill: true })
    expect(sound.contexts).toEqual([])
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('AudioContext', undefined)
    await show({ speech: stream() })
    expect([draw(1).jaw, warn.mock.calls.length]).toEqual([0, 1])
    warn.mockRestore()
  })
})
