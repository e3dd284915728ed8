/** How long an effect or an animation fades out after its last loop, in seconds. Spec §9. */
export const FADE = 0.5
