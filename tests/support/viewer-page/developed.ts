import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny'

/** What a film is found to be. */
export interface Developed {
  type: string
  codec: string | null
  size: [width: number, height: number]
  /** Seconds. */
  duration: number
  /** When each picture is shown, in seconds. */
  times: number[]
  /** The pictures: four bytes for each pixel, rows from the top. */
  pictures: number[][]
}

/** Takes a film apart: demuxed, and each picture decoded. */
export async function developed(film: Blob): Promise<Developed> {
  const input = new Input({ source: new BlobSource(film), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('There is no picture in the film')
  if (!(await track.canDecode())) throw new Error(`No decoder for ${await track.getCodecParameterString()}`)
  const { displayWidth: width, displayHeight: height } = track
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  const found: Developed = {
    type: film.type,
    codec: track.codec,
    size: [width, height],
    duration: await input.computeDuration(),
    times: [],
    pictures: [],
  }
  for await (const sample of new VideoSampleSink(track).samples()) {
    found.times.push(sample.timestamp)
    pen.clearRect(0, 0, width, height)
    sample.draw(pen, 0, 0)
    found.pictures.push([...pen.getImageData(0, 0, width, height).data])
    sample.close()
  }
  return found
}
