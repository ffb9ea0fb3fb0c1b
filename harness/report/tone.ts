/** The meaning of a word to the reader; formats show it by colour and, where they can, in another way too. */
export type Tone = 'good' | 'bad' | 'same' | 'open' | 'special' | 'quiet';
