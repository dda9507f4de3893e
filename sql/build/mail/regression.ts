// Multinomial logistic regression by adaptive gradient descent, with a fixed seed: the same examples give the same weights.
import { chancesBy, chancesOf, type Layer } from '../../../core/inbox/meaning/learned.ts'

/** An example: its features, either the present ones or a value for each; its class; and its weight. */
export interface Example {
  features?: Int32Array
  values?: readonly number[]
  target: number
  weight: number
}

interface Course {
  features: number
  classes: number
  rounds: number
  rate: number
  /** The pull of weights towards zero. */
  decay: number
}

const BIAS_RATE = 0.02
/** Smaller errors do not change the weights. */
const NO_CHANGE = 3e-3

export function learned(
  examples: readonly Example[],
  { features, classes, rounds, rate, decay }: Course,
): Layer {
  const weights = new Float32Array(features * classes)
  const layer: Layer = {
    weights,
    scales: new Float32Array(classes).fill(1),
    biases: new Float32Array(classes),
  }
  const squares = new Float32Array(features * classes).fill(1e-3)
  const order = [...examples]
  const random = seeded(7)
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (const example of order) learnFrom(example, layer, weights, squares, { rate, decay })
  }
  return layer
}

function learnFrom(
  { features, values, target, weight }: Example,
  layer: Layer,
  weights: Float32Array,
  squares: Float32Array,
  { rate, decay }: Pick<Course, 'rate' | 'decay'>,
): void {
  const { biases } = layer
  const classes = biases.length
  const places = features ?? Int32Array.from(values ?? [], (_, at) => at)
  const chances = values ? chancesBy(layer, values) : chancesOf(layer, places)
  const share = values ? 1 : 1 / Math.sqrt(places.length + 1)
  const [wrong, errors]: [number[], number[]] = [[], []]
  for (let one = 0; one < classes; one += 1) {
    const error = (chances[one]! - (one === target ? 1 : 0)) * weight
    if (Math.abs(error) < NO_CHANGE) continue
    biases[one]! -= BIAS_RATE * error
    wrong.push(one)
    errors.push(error * share)
  }
  for (let at = 0; at < places.length; at += 1) {
    const row = places[at]! * classes
    const value = values ? values[at]! : 1
    for (let each = 0; each < wrong.length; each += 1) {
      const place = row + wrong[each]!
      const slope = errors[each]! * value + decay * weights[place]!
      const square = squares[place]! + slope * slope
      squares[place] = square
      weights[place]! -= (rate * slope) / Math.sqrt(square)
    }
  }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const held = list[at]!
    list[at] = list[other]!
    list[other] = held
  }
}
