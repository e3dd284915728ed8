/** A track as three.js names it: `bone.property`, with one or more numbers for each time. */
export interface TrackShape {
  name: string
  values: ArrayLike<number>
}

/** How much the positions of an FBX clip shrink: Mixamo writes centimetres. Spec §9. */
export const FBX_POSITION_SCALE = 0.01

/** A bone's name without Mixamo's prefix: "mixamorig", "mixamorig:" and "mixamorig7:" all go. Spec §9. */
export const bareBoneName = (name: string): string => name.replace(/^mixamorig\d*[:_]?(?=\D)/, '')

/** Splits `bone.property`; the property is what follows the last dot. */
export function splitTrackName(name: string): { node: string; property: string } {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? { node: name, property: '' } : { node: name.slice(0, dot), property: name.slice(dot + 1) }
}

/**
 * Fits a clip's tracks to a skeleton with the bones `bones`: finds each bone with or without Mixamo's prefix on either
 * side, drops the tracks no bone answers to, and shrinks positions when `fromFbx`. An empty answer means that the clip
 * and the skeleton have nothing in common.
 */
export function fitTracks<Track extends TrackShape>(
  tracks: readonly Track[],
  bones: readonly string[],
  fromFbx: boolean,
): { track: Track; name: string; scale: number }[] {
  const byBareName = new Map(bones.map((bone) => [bareBoneName(bone), bone]))
  return tracks.flatMap((track) => {
    const { node, property } = splitTrackName(track.name)
    const bone = byBareName.get(bareBoneName(node))
    if (bone === undefined) return []
    const scale = fromFbx && property === 'position' ? FBX_POSITION_SCALE : 1
    return [{ track, name: `${bone}.${property}`, scale }]
  })
}

/** The clip a person asks for: by name, by 0-based index, or none. */
export function pickClip<Clip extends { name: string }>(
  clips: readonly Clip[],
  wanted: string | number | null | undefined,
): Clip | undefined {
  if (typeof wanted === 'number') return clips[wanted]
  return typeof wanted === 'string' ? clips.find((clip) => clip.name === wanted) : undefined
}
