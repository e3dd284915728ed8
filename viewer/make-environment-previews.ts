/**
 * Renders the chrome ball that represents each environment from its panorama. `npx tsx viewer/make-environment-previews.ts`
 * writes `src/ui/look/balls/*.webp`. Run this script when a preset gets another panorama.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { ENVIRONMENTS, type EnvironmentName } from '../src/ui/viewer/light/environment-names.ts'
import { createPixelValueReader } from '../src/ui/viewer/light/luminance.ts'

/** Width of a picture, in pixels. The app displays the picture at a quarter of this width. */
const SIZE_PX = 128

/** Mean brightness that each picture is normalised to, before tone mapping. */
const TARGET_BRIGHTNESS = 0.42

const FILE_NAMES: Partial<Record<EnvironmentName, string>> = { hub: 'hall' }
const folder = resolve(import.meta.dirname, '../src/ui/look/balls')

interface Panorama {
  width: number
  height: number
  readChannel: (index: number) => number
  isFlipped: boolean
}

async function loadPanorama(name: EnvironmentName): Promise<Panorama> {
  const { default: address } = await import(`@pmndrs/assets/hdri/${FILE_NAMES[name] ?? name}.exr.js`)
  const bytes = Buffer.from(String(address).split(',')[1]!, 'base64')
  const texture = new EXRLoader().createDataTexture(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  )
  const { data, width, height } = texture.image as { data: ArrayLike<number>; width: number; height: number }
  const readValue = createPixelValueReader(texture)
  return {
    width,
    height,
    isFlipped: !texture.flipY,
    readChannel: (index) => Math.max(0, readValue(data[index]!)),
  }
}

/** Returns the linear colour of a panorama in a direction; y is up. */
function sampleDirection({ width, height, readChannel, isFlipped }: Panorama, [x, y, z]: readonly number[]): number[] {
  const u = Math.atan2(z!, x!) / (2 * Math.PI) + 0.5
  const down = Math.acos(Math.max(-1, Math.min(1, y!))) / Math.PI
  const column = Math.min(width - 1, Math.floor(u * width))
  const row = Math.min(height - 1, Math.floor((isFlipped ? 1 - down : down) * height))
  return [0, 1, 2].map((channel) => readChannel((row * width + column) * 4 + channel))
}

const applyFilmicCurve = (value: number) =>
  Math.max(0, Math.min(1, (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14)))
const toSrgb = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Renders a polished ball from the front: each point shows the reflected direction. */
function drawBall(panorama: Panorama, samples = 3): Buffer {
  const colours: number[][] = []
  for (let row = 0; row < SIZE_PX; row++) {
    for (let column = 0; column < SIZE_PX; column++) {
      const sum = [0, 0, 0, 0]
      for (let sample = 0; sample < samples * samples; sample++) {
        const x = ((column + ((sample % samples) + 0.5) / samples) / SIZE_PX) * 2 - 1
        const y = 1 - ((row + (Math.floor(sample / samples) + 0.5) / samples) / SIZE_PX) * 2
        const rim = x * x + y * y
        if (rim > 1) continue
        const z = Math.sqrt(1 - rim)
        const colour = sampleDirection(panorama, [2 * z * x, 2 * z * y, 2 * z * z - 1])
        // Clamped, so that one lamp does not dominate the ball.
        for (const channel of [0, 1, 2]) sum[channel]! += Math.min(30, colour[channel]!) * (0.72 + 0.28 * (1 - z) ** 3)
        sum[3]! += 1
      }
      colours.push(sum)
    }
  }
  const lit = colours.filter(([, , , count]) => count! > 0)
  const mean = lit.reduce(
    (total, [r, g, b, n]) => total + Math.log(1e-3 + (0.2126 * r! + 0.7152 * g! + 0.0722 * b!) / n!),
    0,
  )
  const brightness = Math.exp(mean / lit.length)
  // Dark environments stay slightly darker than bright ones.
  const exposure = (TARGET_BRIGHTNESS / brightness) * Math.min(1, (brightness / 0.25) ** 0.35)
  const pixels = Buffer.alloc(SIZE_PX * SIZE_PX * 4)
  for (const [index, [r, g, b, count]] of colours.entries()) {
    if (!count) continue
    for (const [channel, value] of [r!, g!, b!].entries()) {
      pixels[index * 4 + channel] = Math.round(255 * toSrgb(applyFilmicCurve((value / count) * exposure)))
    }
    pixels[index * 4 + 3] = Math.round((255 * count) / samples ** 2)
  }
  return pixels
}

mkdirSync(folder, { recursive: true })
for (const name of ENVIRONMENTS) {
  const pixels = drawBall(await loadPanorama(name))
  const picture = sharp(pixels, { raw: { width: SIZE_PX, height: SIZE_PX, channels: 4 } })
  const { size } = await picture.webp({ quality: 82 }).toFile(`${folder}/${name}.webp`)
  console.log(`${name}: ${size} bytes`)
}
