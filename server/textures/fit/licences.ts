/**
 * What nothing is fitted from, by source and path: its licence is not open, or nobody says what it is. All else of the sources
 * is under MIT, Apache-2.0, MPL-2.0, CC0 or CC-BY, by the licence of the repository or a note beside the model.
 */
export const NOT_OPEN: Readonly<Record<string, readonly string[]>> = {
  // CC-BY-NC, by the note beside it.
  'playcanvas/engine': ['examples/assets/models/apartment.'],
  // A character of Mixamo: free to use, not to hand on.
  'pmndrs/drei': ['.storybook/public/ybot.'],
  // No note, unlike all other models there.
  'immersive-web/webxr-samples': ['media/gltf/sponza/'],
}
