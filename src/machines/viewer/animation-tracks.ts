/** Animation track as three.js names it: `bone.property`, with one or more values per keyframe. */
export interface TrackLike {
  name: string
  values: ArrayLike<number>
}

/** Scale of positions in FBX clips: Mixamo exports centimetres. Spec §9. */
export const FBX_POSITION_SCALE = 0.01

/** Strips Mixamo's prefix from a bone name: "mixamorig", "mixamorig:" or "mixamorig7:". Spec §9. */
export const stripMixamoPrefix = (name: string): string => name.replace(/^mixamorig\d*[:_]?(?=\D)/, '')

/** Splits `bone.property` at the last dot. */
export function splitTrackName(name: string): { node: string; property: string } {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? { node: name, property: '' } : { node: name.slice(0, dot), property: name.slice(dot + 1) }
}

/**
 * Maps a clip's tracks onto the bones of a skeleton, ignoring Mixamo's prefix on either side. Drops tracks without a matching
 * bone and scales positions if `fromFbx`. An empty result means that clip and skeleton share no bone.
 */
export function fitTracks<Track extends TrackLike>(
  tracks: readonly Track[],
  bones: readonly string[],
  fromFbx: boolean,
): { track: Track; name: string; scale: number }[] {
  const byBareName = new Map(bones.map((bone) => [stripMixamoPrefix(bone), bone]))
  return tracks.flatMap((track) => {
    const { node, property } = splitTrackName(track.name)
    const bone = byBareName.get(stripMixamoPrefix(node))
    if (bone === undefined) return []
    const scale = fromFbx && property === 'position' ? FBX_POSITION_SCALE : 1
    return [{ track, name: `${bone}.${property}`, scale }]
  })
}

export function pickClip<Clip extends { name: string }>(
  clips: readonly Clip[],
  nameOrIndex: string | number | null | undefined,
): Clip | undefined {
  if (typeof nameOrIndex === 'number') return clips[nameOrIndex]
  return typeof nameOrIndex === 'string' ? clips.find((clip) => clip.name === nameOrIndex) : undefined
}
