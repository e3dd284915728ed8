import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny'

export interface DecodedFilm {
  type: string
  codec: string | null
  size: [width: number, height: number]
  /** Duration in seconds. */
  duration: number
  /** Timestamp of each frame, in seconds. */
  times: number[]
  /** Frames as RGBA bytes, rows from the top. */
  pictures: number[][]
}

export async function decodeFilm(film: Blob): Promise<DecodedFilm> {
  const input = new Input({ source: new BlobSource(film), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('The file has no video track')
  if (!(await track.canDecode())) throw new Error(`No decoder for ${await track.getCodecParameterString()}`)
  const { displayWidth: width, displayHeight: height } = track
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  const decoded: DecodedFilm = {
    type: film.type,
    codec: track.codec,
    size: [width, height],
    duration: await input.computeDuration(),
    times: [],
    pictures: [],
  }
  for await (const sample of new VideoSampleSink(track).samples()) {
    decoded.times.push(sample.timestamp)
    context.clearRect(0, 0, width, height)
    sample.draw(context, 0, 0)
    decoded.pictures.push([...context.getImageData(0, 0, width, height).data])
    sample.close()
  }
  return decoded
}
