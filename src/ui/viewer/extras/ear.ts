import { type Heard, QUIET } from '../../../machines/rules/visemes.ts'

/** What a model can be given to say: a stream (a microphone, a call), or an `<audio>` or `<video>` of the page. */
export type Speech = MediaStream | HTMLMediaElement

/** Hears what is said. */
export interface Ear {
  /** What is heard right now. */
  hear: () => Heard
  /** Whether there is anything to be heard right now. */
  isLoud: () => boolean
  close: () => void
}

/** How finely it hears: 1,024 samples are 21 ms, and frequencies 47 Hz apart. */
const SAMPLES = 1024

/** An element can be tapped only once, for as long as it lives. */
const tapped = new WeakMap<HTMLMediaElement, { context: AudioContext; node: MediaElementAudioSourceNode }>()

interface Capturing {
  captureStream?: () => MediaStream
}

/** An ear for `speech`; what it hears is heard on the page as before. */
export function earFor(speech: Speech): Ear {
  const { context, node, close } = tap(speech)
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  analyser.smoothingTimeConstant = 0.4
  node.connect(analyser)
  // A page that nobody has touched yet may not listen; the next sound after a touch is heard.
  const wake = () => void context.resume().catch(() => {})
  wake()
  const wave = new Float32Array(analyser.fftSize)
  const decibels = new Float32Array(analyser.frequencyBinCount)
  const loudness = () => {
    if (context.state === 'suspended') wake()
    analyser.getFloatTimeDomainData(wave)
    return Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length)
  }
  return {
    hear: () => {
      analyser.getFloatFrequencyData(decibels)
      return { loudness: loudness(), decibels, hertz: context.sampleRate / SAMPLES }
    },
    isLoud: () => loudness() > QUIET,
    close: () => {
      node.disconnect(analyser)
      close()
    },
  }
}

function tap(speech: Speech): { context: AudioContext; node: AudioNode; close: () => void } {
  if (!(speech instanceof HTMLMediaElement)) return tapStream(speech)
  // A copy of the sound, where a browser makes one: its own way to the page's loudspeakers is left alone.
  const copy = (speech as Capturing).captureStream?.()
  if (copy && copy.getAudioTracks().length > 0) return tapStream(copy)
  const kept = tapped.get(speech) ?? divert(speech)
  tapped.set(speech, kept)
  return { ...kept, close: () => {} }
}

function tapStream(stream: MediaStream) {
  const context = new AudioContext()
  const node = context.createMediaStreamSource(stream)
  return { context, node, close: () => void context.close().catch(() => {}) }
}

function divert(element: HTMLMediaElement) {
  const context = new AudioContext()
  const node = context.createMediaElementSource(element)
  node.connect(context.destination)
  return { context, node }
}
