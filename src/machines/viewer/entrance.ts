/** Fade-out of an effect or animation after its last loop, in seconds. Spec §9. */
export const FADE_OUT_SECONDS = 0.5
