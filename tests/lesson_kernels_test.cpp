// Each of the lesson's kernels moves what its row says: loads are summed, stores and transposes
// compared word by word.
#include "gpu/lesson_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "gpu/texture.hpp"
#include "tests/gpu_test.hpp"

namespace turntile::gpu {
namespace {

using Kernel = AccessKernel;
using Words = std::vector<Word>;
using reference::DeviceBytes;

constexpr std::size_t ground_words = std::size_t{1} << 20;
constexpr AccessDevice ground = {.footprint_bytes = ground_words * access_word_bytes};
constexpr std::size_t spare_words = 32;  // rows at an offset end behind the ground

Words random_words(std::size_t count) {
    Words words(count);
    Word state = 1;
    for (Word& word : words)
        word = state = state * 1664525U + 1013904223U;
    return words;
}

std::size_t bytes_of(const Words& words) {
    return words.size() * access_word_bytes;
}

Word* words_at(const DeviceBytes& memory) {
    return reinterpret_cast<Word*>(memory.get());
}

class LessonKernels : public GpuTest {
  protected:
    // Runs `row` with `src` and a copy of `dst` on the device, and returns what is in `dst` then.
    static Words run(const AccessCase& row, const Words& src, const Words& dst) {
        const DeviceBytes from(bytes_of(src));
        const DeviceBytes to(bytes_of(dst));
        from.upload(src.data());
        to.upload(dst.data());
        const Stream stream;
        const std::uint64_t blocks = row.side > 0 ? 0 : access_blocks(row, ground);
        launch_lesson_async(row, blocks, {words_at(from), words_at(to), {words_at(to), 0}, 0},
                            stream.get());
        stream.synchronize();
        Words result(dst.size());
        to.download(result.data());
        return result;
    }

    // The sum of all that a loading kernel reads.
    static Word loaded(const AccessCase& row, const Words& src) {
        const std::uint64_t threads = access_blocks(row, ground) * access_block_threads;
        EXPECT_GT(threads, 0U);
        Word sum = 0;
        for (const Word of_thread : run(row, src, Words(threads)))
            sum += of_thread;
        return sum;
    }
};

TEST_F(LessonKernels, LoadEveryStridethWordFromTheOffsetOn) {
    const Words src = random_words(ground_words + spare_words);
    for (const AccessCase row :
         {AccessCase{.stride = 1}, AccessCase{.stride = 2}, AccessCase{.stride = 25},
          AccessCase{.stride = 64}, AccessCase{.offset = 1}, AccessCase{.offset = 31},
          AccessCase{.kernel = Kernel::load_pinned, .offset = 1},
          AccessCase{.kernel = Kernel::one_array}}) {
        Word expected = 0;
        for (std::uint64_t i = 0; i < access_items(row, ground); ++i)
            expected += src[i * static_cast<std::size_t>(row.stride) +
                            static_cast<std::size_t>(row.offset)];
        EXPECT_EQ(loaded(row, src), expected) << row.stride << " " << row.offset;
    }
}

TEST_F(LessonKernels, LoadInAnotherOrderWhatIsThere) {
    const Words src = random_words(ground_words);
    Word all = 0;
    Word firsts_of_lines = 0;
    for (std::size_t i = 0; i < src.size(); ++i) {
        all += src[i];
        firsts_of_lines += i % 32 == 0 ? src[i] : 0;
    }
    EXPECT_EQ(loaded({.kernel = Kernel::load_permuted}, src), all);
    EXPECT_EQ(loaded({.kernel = Kernel::load_random}, src), firsts_of_lines);
}

TEST_F(LessonKernels, LoadFieldsOfStructures) {
    const Words src = random_words(ground_words);
    // The first `fields` of every `words` words.
    const auto expected = [&](const AccessCase& row, std::size_t words, std::size_t fields) {
        Word sum = 0;
        for (std::size_t i = 0; i < access_items(row, ground); ++i)
            for (std::size_t field = 0; field < fields; ++field)
                sum += src[i * words + field];
        return sum;
    };
    const AccessCase one_of_12 = {.kernel = Kernel::one_of_12};
    const AccessCase all_of_12 = {.kernel = Kernel::all_of_12};
    const AccessCase one_of_16 = {.kernel = Kernel::one_of_16};
    const AccessCase three_of_16 = {.kernel = Kernel::three_of_16};
    const AccessCase whole_16 = {.kernel = Kernel::whole_16};
    const AccessCase three_arrays = {.kernel = Kernel::three_arrays};
    EXPECT_EQ(loaded(one_of_12, src), expected(one_of_12, 3, 1));
    EXPECT_EQ(loaded(all_of_12, src), expected(all_of_12, 3, 3));
    EXPECT_EQ(loaded(one_of_16, src), expected(one_of_16, 4, 1));
    EXPECT_EQ(loaded(three_of_16, src), expected(three_of_16, 4, 3));
    EXPECT_EQ(loaded(whole_16, src), expected(whole_16, 4, 4));
    EXPECT_EQ(loaded(three_arrays, src), expected(three_arrays, 3, 3));
}

TEST_F(LessonKernels, WriteNoSumBelowTheLimit) {
    const Words src = random_words(ground_words);
    const DeviceBytes memory(bytes_of(src));
    memory.upload(src.data());
    const AccessCase row = {.stride = 1};
    const Stream stream;
    launch_lesson_async(row, access_blocks(row, ground),
                        {words_at(memory), nullptr, {words_at(memory)}, 0}, stream.get());
    stream.synchronize();
    Words after(src.size());
    memory.download(after.data());
    EXPECT_EQ(after, src);
}

TEST_F(LessonKernels, StoreThereAndNowhereElse) {
    const Words before = random_words(ground_words + spare_words);
    for (const AccessCase row :
         {AccessCase{.kernel = Kernel::store}, AccessCase{.kernel = Kernel::store, .stride = 25},
          AccessCase{.kernel = Kernel::store, .offset = 30}}) {
        Words expected = before;
        for (std::uint64_t i = 0; i < access_items(row, ground); ++i)
            expected[i * static_cast<std::size_t>(row.stride) +
                     static_cast<std::size_t>(row.offset)] = static_cast<Word>(i) * 2654435761U;
        EXPECT_EQ(run(row, Words(1), before), expected) << row.stride << " " << row.offset;
    }
}

TEST_F(LessonKernels, StoreInAnotherOrderEachValueOnce) {
    const auto sorted = [](Words words) {
        std::sort(words.begin(), words.end());
        return words;
    };
    const auto values = [&](std::size_t count) {
        Words words(count);
        for (std::size_t i = 0; i < count; ++i)
            words[i] = static_cast<Word>(i) * 2654435761U;
        return sorted(words);
    };
    const Words before(ground_words, 0xDEADBEEF);
    EXPECT_EQ(sorted(run({.kernel = Kernel::store_permuted}, Words(1), before)),
              values(ground_words));
    const Words scattered = run({.kernel = Kernel::store_random}, Words(1), before);
    Words firsts_of_lines;
    for (std::size_t i = 0; i < scattered.size(); ++i) {
        if (i % 32 == 0)
            firsts_of_lines.push_back(scattered[i]);
        else
            ASSERT_EQ(scattered[i], 0xDEADBEEF) << i;
    }
    EXPECT_EQ(sorted(firsts_of_lines), values(ground_words / 32));
}

TEST_F(LessonKernels, GatherTheFirstWordOfEveryLine) {
    const AccessCase row = {.kernel = Kernel::gather};
    const Words src = random_words(ground_words / 2);
    Words expected;
    for (std::size_t i = 0; i < src.size(); i += 32)
        expected.push_back(src[i]);
    EXPECT_EQ(run(row, src, Words(access_items(row, ground))), expected);
}

constexpr int side = 160;
constexpr auto square_words = static_cast<std::size_t>(side) * side;

Words transposed(const Words& src) {
    Words dst(src.size());
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x)
            dst[x * side + y] = src[y * side + x];
    return dst;
}

TEST_F(LessonKernels, Transpose) {
    const Words src = random_words(square_words);
    for (const Kernel kernel :
         {Kernel::naive_writes, Kernel::naive_reads, Kernel::naive_ldg, Kernel::naive_restrict})
        for (const int width : {32, 16, 8})
            EXPECT_EQ(run({.kernel = kernel, .side = side, .block_width = width}, src,
                          Words(square_words)),
                      transposed(src))
                << static_cast<int>(kernel) << " " << width;
    for (const int pitch : {32, 33})
        for (const int pixels : {1, 4})
            EXPECT_EQ(run({.kernel = Kernel::tile,
                           .side = side,
                           .tile_pitch = pitch,
                           .pixels_a_thread = pixels},
                          src, Words(square_words)),
                      transposed(src))
                << pitch << " " << pixels;
}

TEST_F(LessonKernels, TransposeThroughTextures) {
    const Words src = random_words(square_words);
    const DeviceImage from(side, side, access_word_bytes);
    check(cudaMemcpy2D(from.view().data, from.view().pitch_bytes, src.data(),
                       side * access_word_bytes, side * access_word_bytes, side,
                       cudaMemcpyHostToDevice),
          "uploading");
    check(cudaDeviceSynchronize(), "waiting for an upload");
    const DeviceBytes to(bytes_of(src));
    const Stream stream;
    const Texture of_pitch(from.view());
    const Texture of_array(side, side);
    of_array.copy_in_async(from.view(), stream.get());
    for (const Texture* texture : {&of_pitch, &of_array}) {
        launch_lesson_async({.kernel = Kernel::texture_array, .side = side}, 0,
                            {nullptr, words_at(to), {}, texture->get()}, stream.get());
        stream.synchronize();
        Words result(square_words);
        to.download(result.data());
        EXPECT_EQ(result, transposed(src));
        to.upload(Words(square_words).data());
    }
}

TEST_F(LessonKernels, RefuseRowsWithoutAKernel) {
    const Stream stream;
    for (const AccessCase row : {AccessCase{.kernel = Kernel::gather_memcpy},
                                 AccessCase{.kernel = Kernel::copy, .side = 32},
                                 AccessCase{.kernel = Kernel::tile, .side = 32, .tile_pitch = 34}})
        EXPECT_THROW(launch_lesson_async(row, 1, {}, stream.get()), std::invalid_argument);
}

}  // namespace
}  // namespace turntile::gpu
