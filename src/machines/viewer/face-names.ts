/** Morph targets of automatic facial movement, by role, with their aliases in lower case without punctuation. */
export const FACE_PART_ALIASES = {
  blinkLeft: ['eyeblinkleft', 'eyeblinkl', 'blinkleft', 'blinkl', 'eyecloseleft', 'eyeclosel', 'eyeclosedl'],
  blinkRight: ['eyeblinkright', 'eyeblinkr', 'blinkright', 'blinkr', 'eyecloseright', 'eyecloser', 'eyeclosedr'],
  blink: ['blink', 'eyesclosed', 'eyeclose', 'eyesclose', 'fcleyeclose', 'eyesblink', 'eyeblink'],
  lookUpLeft: ['eyelookupleft', 'eyelookupl'],
  lookUpRight: ['eyelookupright', 'eyelookupr'],
  lookDownLeft: ['eyelookdownleft', 'eyelookdownl'],
  lookDownRight: ['eyelookdownright', 'eyelookdownr'],
  lookInLeft: ['eyelookinleft', 'eyelookinl'],
  lookInRight: ['eyelookinright', 'eyelookinr'],
  lookOutLeft: ['eyelookoutleft', 'eyelookoutl'],
  lookOutRight: ['eyelookoutright', 'eyelookoutr'],
  lookUp: ['eyeslookup', 'lookup'],
  lookDown: ['eyeslookdown', 'lookdown'],
} as const satisfies Record<string, readonly string[]>

export type FacePart = keyof typeof FACE_PART_ALIASES

/** Normalises a name for comparison: lower case, without punctuation and prefixes of authoring tools. */
export const normalizeName = (name: string): string =>
  name
    .replace(/^.*[|:]|^.*\.(?=.{4})/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Finds the morph target for each role among `names`, in the naming of ARKit, Ready Player Me, VRM or plain models. */
export function facePartsIn(names: readonly string[]): Partial<Record<FacePart, string>> {
  const nameByPlain = new Map(names.map((name) => [normalizeName(name), name]))
  const found: Partial<Record<FacePart, string>> = {}
  for (const [part, aliases] of Object.entries(FACE_PART_ALIASES) as [FacePart, readonly string[]][]) {
    const alias = aliases.find((candidate) => nameByPlain.has(candidate))
    if (alias !== undefined) found[part] = nameByPlain.get(alias)!
  }
  // With a target per eye, the combined target would apply the movement twice.
  if (found.blinkLeft && found.blinkRight) delete found.blink
  if (found.lookUpLeft && found.lookUpRight) delete found.lookUp
  if (found.lookDownLeft && found.lookDownRight) delete found.lookDown
  return found
}

/** Name patterns of the bones that move slightly in automatic animation. */
const BONES = {
  hips: /^(?:hips?|pelvis|jbipchips)$/,
  spine: /^(?:spine|spine1|spine01|jbipcspine|abdomen)$/,
  chest: /^(?:spine2|spine02|spine3|spine03|chest|upperchest|jbipcchest|jbipcupperchest)$/,
  neck: /^(?:neck|neck1|neck01|jbipcneck)$/,
  head: /^(?:head|jbipchead)$/,
  leftShoulder: /^(?:leftshoulder|shoulderl|claviclel|leftclavicle|jbiplshoulder)$/,
  rightShoulder: /^(?:rightshoulder|shoulderr|clavicler|rightclavicle|jbiprshoulder)$/,
  leftThigh: /^(?:leftupleg|leftupperleg|upperlegl|thighl|jbiplupperleg)$/,
  rightThigh: /^(?:rightupleg|rightupperleg|upperlegr|thighr|jbiprupperleg)$/,
  leftFoot: /^(?:leftfoot|footl|jbiplfoot)$/,
  rightFoot: /^(?:rightfoot|footr|jbiprfoot)$/,
  leftEye: /^(?:lefteye|eyel|eyeleft|jadjlfaceeye)$/,
  rightEye: /^(?:righteye|eyer|eyeright|jadjrfaceeye)$/,
} as const satisfies Record<string, RegExp>

export type BodyPart = keyof typeof BONES

/** Returns the bone for each body part. If several match, the first wins. */
export function bodyPartsIn(names: readonly string[]): Partial<Record<BodyPart, string>> {
  const normalized = names.map((name) =>
    normalizeName(name).replace(/^(?:mixamorig\d*|bip001|bip01|defbone|def|cc ?base)/, ''),
  )
  const found: Partial<Record<BodyPart, string>> = {}
  for (const [part, pattern] of Object.entries(BONES) as [BodyPart, RegExp][]) {
    const index = normalized.findIndex((name) => pattern.test(name))
    if (index >= 0) found[part] = names[index]!
  }
  return found
}
